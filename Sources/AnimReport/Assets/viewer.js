
// One output beside the source, or the source alone.
class Viewer {
  constructor(article) {
    this.article = article
    const index = article.dataset.output
    this.output = index === undefined ? null : data.outputs[index]
    this.file = this.output ?? data.source
    this.frames = this.file.frames
    this.total = this.frames.at(-1)[0] + this.frames.at(-1)[1]
    this.shown = -1
    this.wanted = 0
    this.plays = false
    this.find('.viewer').hidden = false
    this.stage = this.find('.stage')
    this.panes = [...article.querySelectorAll('.pane')]
    this.position = this.find('[data-do=position]')
    this.cursors = [...article.querySelectorAll('.cursor')]
    this.listen()
    this.fit()
    new ResizeObserver(() => this.fit()).observe(this.stage)
  }

  find(selector) { return this.article.querySelector(selector) }

  canvas(name) { return this.find(`.pane.${name} canvas`) }

  // MARK: Pictures

  async open() {
    const problems = []
    const opened = await Promise.allSettled([
      openSource(), this.output && openFrames(
        this.find('[data-media=output]'), this.output, middles(this.frames))])
    this.pictures = opened.map(result => {
      if (result.status === 'fulfilled') return result.value
      problems.push(result.reason.message)
      return null
    })
    if (!this.pictures[0]) this.showPlain('source')
    if (this.output && !this.pictures[1]) this.showPlain('output')
    const count = this.pictures[0]?.count
    if (count !== undefined && count !== data.source.frames.length) {
      problems.push(`this browser finds ${count} frames in the source`)
    }
    const alone = ['source', 'output'].filter((_, index) => opened[index].status === 'rejected')
      .map(name => `the ${name} plays by itself, not in step, because single frames cannot be had`)
    if (problems.length) this.tell('Note: ' + [...alone, problems.join('; ')].join(': ') + '.')
  }

  // The file as the browser plays it by itself.
  showPlain(name) {
    const element = this.article.querySelector(`[data-media=${name}]`)
      ?? document.querySelector(`[data-media=${name}]`)
    if (!element) return
    const picture = this.canvas(name).parentElement
    const copy = element.cloneNode()
    copy.className = 'standin'
    picture.replaceChild(copy, this.canvas(name))
    for (const input of this.article.querySelectorAll('input[value=difference]')) {
      input.disabled = true
    }
  }

  tell(text) {
    const notice = this.find('.notice')
    notice.textContent = text
    notice.hidden = false
  }

  sourceIndex(index) { return this.output ? this.frames[index][2] : index }

  // Frames of both pictures.
  leftIndex(index) { return this.sourceIndex(index) }

  rightIndex(index) { return index }

  // Shows a frame; of several that are asked for while one is decoded, the latest.
  async show(index) {
    this.wanted = clamp(index, 0, this.frames.length - 1)
    this.working ??= (async () => {
      while (this.shown !== this.wanted) {
        const next = this.wanted
        const [source, output] = await Promise.all([
          this.pictures[0]?.frame(this.leftIndex(next)),
          this.pictures[1]?.frame(this.rightIndex(next))])
        this.draw(source, output)
        this.shown = next
        this.describe()
      }
    })().catch(error => this.tell('A frame could not be decoded: ' + error.message))
    await this.working
    this.working = null
  }

  draw(source, output) {
    this.latest = [source, output]
    for (const [name, picture] of [['source', source], ['output', output]]) {
      const canvas = this.canvas(name)
      if (!canvas || !picture) continue
      const context = canvas.getContext('2d')
      context.clearRect(0, 0, canvas.width, canvas.height)
      context.drawImage(picture, 0, 0)
    }
    if (this.view === 'difference') this.drawDifference()
  }

  drawDifference() {
    const [source, output] = this.latest ?? []
    const canvas = this.canvas('difference')
    if (!source || !output || !canvas) return
    const {width, height} = canvas
    const pixels = [source, output].map((picture, side) => {
      const scratch = canvasOf(width, height)
      const context = scratch.getContext('2d', {willReadFrequently: true})
      context.fillStyle = '#fff'
      context.fillRect(0, 0, width, height)
      context.imageSmoothingQuality = 'high'
      this.paint(context, picture, side)
      return context.getImageData(0, 0, width, height).data
    })
    const context = canvas.getContext('2d')
    const image = context.createImageData(width, height)
    const [a, b] = pixels
    for (let i = 0; i < a.length; i++) {
      image.data[i] = (i & 3) === 3 ? 255 : 10 * Math.abs(a[i] - b[i])
    }
    context.putImageData(image, 0, 0)
  }

  // The source on the output's size; the output without what was added to make its sides even.
  paint(context, picture, side) {
    const {width, height} = context.canvas
    if (side === 0) context.drawImage(picture, 0, 0, width, height)
    else context.drawImage(picture, 0, 0)
  }

  // MARK: What is said of a frame

  describe() {
    const index = this.shown
    const frame = this.frames[index]
    const source = data.source.frames[this.sourceIndex(index)]
    const parts = [`frame ${index} of ${this.frames.length - 1}`,
      `${number(frame[0], 3)} s + ${milliseconds(frame[1])}`]
    if (this.output) {
      if (frame[2] !== index) parts.push(`source frame ${frame[2]}`)
      parts.push(`SSIM ${ssimText(frame[3])}`,
        frame[4] === null ? 'no difference' : `PSNR ${number(frame[4], 1)} dB`)
      if (frame[5] !== null) parts.push(bytesText(frame[5]))
    } else if (source[6] !== null) {
      parts.push(bytesText(source[6]))
    }
    if (source[7]) parts.push(`file says ${source[7]}`)
    parts.push(`changed ${source[4]}×${source[5]} at ${source[2]},${source[3]}`)
    const text = parts.join(' · ')
    this.find('.status').textContent = text
    this.position.value = index
    this.position.setAttribute('aria-valuetext', text)
    const place = (100 * (frame[0] + frame[1] / 2) / this.total).toFixed(3) + '%'
    for (const cursor of this.cursors) {
      cursor.setAttribute('x1', place)
      cursor.setAttribute('x2', place)
    }
    for (const row of this.article.querySelectorAll('tr[aria-current]')) {
      row.removeAttribute('aria-current')
    }
    this.find(`tr[data-row="${index}"]`)?.setAttribute('aria-current', 'true')
    for (const mark of this.article.querySelectorAll('.changed')) place4(mark, source.slice(2, 6))
    if (this.output) {
      for (const mark of this.article.querySelectorAll('.block')) {
        place4(mark, [frame[6], frame[7], 8, 8])
      }
    }
  }

  // MARK: Playing

  get speed() { return Number(this.find('[data-do=speed]').value) }

  async play() {
    if (this.plays) return
    this.plays = true
    this.tellPlaying()
    // Who pauses and plays again must not wake the loop that sleeps.
    const run = this.run = {}
    let due = performance.now()
    while (this.plays && this.run === run) {
      await this.show(this.shown)
      due += this.frames[this.shown][1] * 1000 / this.speed
      const left = due - performance.now()
      // The clock waits for a slow decoder; no frame is left out.
      if (left < 0) due -= left
      await sleep(Math.max(0, left))
      if (this.plays && this.run === run) await this.show((this.shown + 1) % this.frames.length)
    }
  }

  pause() {
    this.plays = false
    this.tellPlaying()
  }

  tellPlaying() {
    this.find('[data-do=play]').textContent = this.plays ? 'Pause' : 'Play'
    this.find('.status').setAttribute('aria-live', this.plays ? 'off' : 'polite')
  }

  step(by) {
    this.pause()
    const count = this.frames.length
    return this.show((this.wanted + by + count) % count)
  }

  jump(index) {
    this.pause()
    return this.show(index)
  }

  get worst() {
    let worst = 0
    this.frames.forEach((frame, index) => { if (frame[3] < this.frames[worst][3]) worst = index })
    return worst
  }

  // MARK: Size

  get shownSize() {
    return this.output ? [this.output.shownWidth, this.output.shownHeight]
      : [this.file.width, this.file.height]
  }

  // As large as there is room; small pictures in whole pixels.
  fit() {
    const zoom = this.find('[data-do=zoom]').value
    const [width, height] = this.shownSize
    const columns = getComputedStyle(this.stage).gridTemplateColumns.split(' ').length
    const room = (this.stage.clientWidth - 10 * (columns - 1)) / columns
    if (room <= 0) return
    let factor = Number(zoom)
    if (zoom === 'fit') {
      factor = Math.min(room / width, Math.max(240, innerHeight * 0.68) / height)
      if (factor >= 3) factor = Math.min(8, Math.floor(factor))
    }
    this.article.classList.toggle('pixels', factor >= 2)
    for (const pane of this.panes) pane.style.width = `min(100%, ${width * factor}px)`
    for (const picture of this.article.querySelectorAll('.picture')) {
      picture.style.width = width * factor + 'px'
      picture.style.height = height * factor + 'px'
    }
  }

  // MARK: Controls

  get view() { return this.find('.modes input:checked')?.value ?? 'single' }

  setView() {
    this.stage.dataset.view = this.view
    const amount = this.find('.amount')
    if (amount) {
      amount.hidden = this.view !== 'slider' && this.view !== 'onion'
      this.find('.amount span').textContent = this.view === 'slider' ? 'Divider' : 'Output’s opacity'
      this.setAmount()
    }
    if (this.view === 'difference') this.drawDifference()
    this.fit()
  }

  setAmount() {
    const value = this.find('[data-do=amount]').value
    const style = this.find('.pane.output .picture').style
    style.clipPath = this.view === 'slider' ? `inset(0 0 0 ${value}%)` : ''
    style.opacity = this.view === 'onion' ? value / 100 : ''
    const divider = this.find('.divider')
    divider.setAttribute('x1', value + '%')
    divider.setAttribute('x2', value + '%')
  }

  listen() {
    const actions = {
      play: () => this.plays ? this.pause() : this.play(),
      back: () => this.step(-1),
      next: () => this.step(1),
      worst: () => this.jump(this.worst),
    }
    this.article.addEventListener('click', event => {
      const control = event.target.closest('[data-do], [data-toggle], [data-frame], [data-rest]')
      if (!control) return
      const {dataset} = control
      if (dataset.do) actions[dataset.do]?.()
      if (dataset.toggle) {
        const isOn = control.getAttribute('aria-pressed') !== 'true'
        control.setAttribute('aria-pressed', isOn)
        this.stage.classList.toggle('no-' + dataset.toggle, !isOn)
      }
      if (dataset.frame) this.jump(Number(dataset.frame))
      if ('rest' in dataset) this.listRest(control)
    })
    this.position.addEventListener('input', () => this.jump(Number(this.position.value)))
    this.find('[data-do=zoom]').addEventListener('change', () => this.fit())
    for (const input of this.article.querySelectorAll('.modes input')) {
      input.addEventListener('change', () => this.setView())
    }
    this.find('[data-do=amount]')?.addEventListener('input', () => this.setAmount())
    this.listenToStage()
    this.listenToCharts()
    this.actions = actions
    this.article.addEventListener('keydown', event => this.key(event))
    this.setView()
  }

  // Panes scroll together; in the slider's view the pointer moves the divider.
  listenToStage() {
    const scrolls = this.panes.map(pane => pane.querySelector('.scroll'))
    for (const scroll of scrolls) {
      scroll.addEventListener('scroll', () => {
        for (const other of scrolls) {
          if (other === scroll) continue
          if (other.scrollLeft !== scroll.scrollLeft) other.scrollLeft = scroll.scrollLeft
          if (other.scrollTop !== scroll.scrollTop) other.scrollTop = scroll.scrollTop
        }
      })
    }
    const picture = this.find('.pane.output .picture')
    if (!picture) return
    const move = event => {
      if (this.view !== 'slider' || event.buttons !== 1) return
      const box = picture.getBoundingClientRect()
      this.find('[data-do=amount]').value = clamp(100 * (event.clientX - box.left) / box.width, 0, 100)
      this.setAmount()
    }
    this.stage.addEventListener('pointerdown', move)
    this.stage.addEventListener('pointermove', move)
  }

  listenToCharts() {
    for (const plot of this.article.querySelectorAll('.plot:not(.scatter)')) {
      const move = event => {
        if (event.buttons !== 1) return
        const box = plot.getBoundingClientRect()
        const time = clamp((event.clientX - box.left) / box.width, 0, 1) * this.total
        let [low, high] = [0, this.frames.length]
        while (high - low > 1) {
          const middle = (low + high) >> 1
          if (this.frames[middle][0] <= time) low = middle
          else high = middle
        }
        this.jump(low)
      }
      plot.addEventListener('pointerdown', event => { plot.setPointerCapture(event.pointerId); move(event) })
      plot.addEventListener('pointermove', move)
    }
  }

  // Keys of controls and of what scrolls stay theirs.
  key(event) {
    const {actions} = this
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.target.closest('input, select, textarea, .scroll') && event.key.length > 1) return
    if (event.target.closest('button, summary, a, input, select') && event.key === ' ') return
    const modes = [...this.article.querySelectorAll('.modes input')]
    const keys = {
      ' ': actions.play, k: actions.play, ',': actions.back, '.': actions.next, w: this.output && actions.worst,
      ArrowLeft: actions.back, ArrowRight: actions.next,
      Home: () => this.jump(0), End: () => this.jump(this.frames.length - 1),
    }
    const mode = modes[Number(event.key) - 1]
    const action = mode && !mode.disabled && event.key !== ' ' ? () => mode.click() : keys[event.key]
    if (!action || event.target.closest('select, textarea')) return
    event.preventDefault()
    action()
  }

  // MARK: Frames in a list

  listRest(button) {
    const table = this.find('.frames tbody')
    const listed = new Set([...table.rows].map(row => Number(row.dataset.row)))
    const more = this.frames.map((_, index) => index).filter(index => !listed.has(index))
    if (this.output) more.sort((a, b) => this.frames[a][3] - this.frames[b][3] || a - b)
    for (const index of more.slice(0, 500)) table.append(this.row(index))
    const left = more.length - Math.min(500, more.length)
    if (left) button.textContent = `Show more (${left} left)`
    else button.remove()
  }

  row(index) {
    const frame = this.frames[index]
    const source = data.source.frames[this.sourceIndex(index)]
    const row = document.createElement('tr')
    row.dataset.row = index
    const jump = document.createElement('button')
    jump.dataset.frame = index
    jump.textContent = index
    jump.setAttribute('aria-label', `Show frame ${index}`)
    const cells = [number(frame[0], 3) + ' s', milliseconds(frame[1])]
    if (this.output) {
      cells.push(ssimText(frame[3]), frame[4] === null ? 'equal' : number(frame[4], 1) + ' dB',
        bytesText(frame[5]))
    } else {
      cells.push(source[7] ? source[7] : 'the same', `${source[4]}×${source[5]}+${source[2]}+${source[3]}`,
        bytesText(source[6]))
    }
    const head = document.createElement('th')
    head.scope = 'row'
    head.append(jump)
    row.append(head)
    for (const text of cells) row.insertCell().textContent = text
    return row
  }

  // MARK: Paper

  // Stills of the first, the worst and the last frame, for print.
  async drawStills() {
    for (const still of this.article.querySelectorAll('.still')) {
      const index = Number(still.dataset.index)
      const name = still.dataset.of
      const pictures = this.pictures[name === 'source' ? 0 : 1]
      if (!pictures) continue
      const picture = await pictures.frame(name === 'source' ? this.sourceIndex(index) : index)
      still.getContext('2d').drawImage(picture, 0, 0)
    }
  }
}

function place4(mark, [x, y, width, height]) {
  mark.setAttribute('x', x)
  mark.setAttribute('y', y)
  mark.setAttribute('width', width)
  mark.setAttribute('height', height)
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy).textContent
    try {
      await navigator.clipboard.writeText(text)
      button.textContent = 'Copied'
    } catch {
      // Selected, so that the keyboard can copy it.
      getSelection().selectAllChildren(document.getElementById(button.dataset.copy))
      button.textContent = 'Selected'
    }
    await sleep(2000)
    button.textContent = 'Copy'
  })
}

// Keys that are pressed while nothing has the focus are for the first viewer.
document.addEventListener('keydown', event => {
  if (event.target === document.body) document.querySelector('article').viewer?.key(event)
})

