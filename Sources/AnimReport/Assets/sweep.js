
const sweep = JSON.parse(document.getElementById('sweep').textContent)
const sourceTrack = -1

// What two tracks show: outputs by their number, or the source. One of both is an output, whose frames
// are those that are counted.
class PairViewer extends Viewer {
  element(track) {
    return track === sourceTrack ? document.querySelector('[data-media=source]')
      : document.getElementById('media-' + track)
  }

  fileOf(track) { return track === sourceTrack ? data.source : data.outputs[track] }

  shownSizeOf(track) {
    const file = this.fileOf(track)
    return track === sourceTrack ? [file.width, file.height] : [file.shownWidth, file.shownHeight]
  }

  titleOf(track) { return track === sourceTrack ? 'Source' : sweep.titles[track] }

  figuresOf(track) {
    if (track === sourceTrack) return sweep.sourceBytes === null ? '' : ', ' + bytesText(sweep.sourceBytes)
    return `, ${bytesText(sweep.bytes[track])}, SSIM ${ssimText(sweep.ssim[track])}`
  }

  framesOf(track) {
    if (track === sourceTrack) return openSource()
    this.opened ??= new Map()
    if (!this.opened.has(track)) {
      const file = this.fileOf(track)
      this.opened.set(track, openFrames(this.element(track), file, middles(file.frames)))
    }
    return this.opened.get(track)
  }

  async open() { await this.select(sweep.left, sweep.right) }

  // Shows two tracks from the frame on that is shown.
  async select(left, right) {
    this.pause()
    const index = Math.max(0, this.wanted)
    const turn = this.turn = (this.turn ?? 0) + 1
    const opened = await Promise.allSettled([left, right].map(track => this.framesOf(track)))
    if (turn !== this.turn) return
    await this.working
    this.tracks = [left, right]
    this.output = data.outputs[right === sourceTrack ? left : right]
    this.file = this.output
    this.frames = this.output.frames
    this.total = this.frames.at(-1)[0] + this.frames.at(-1)[1]
    this.position.max = this.frames.length - 1
    this.pictures = opened.map(result => result.value ?? null)
    const problems = opened.filter(result => result.status === 'rejected').map(result => result.reason.message)
    this.find('.notice').hidden = true
    if (problems.length) this.tell('Note: frames cannot be shown: ' + problems.join('; ') + '.')
    for (const [side, name] of ['source', 'output'].entries()) {
      const canvas = this.canvas(name)
      const [width, height] = this.shownSizeOf(this.tracks[side])
      canvas.width = width
      canvas.height = height
    }
    const difference = this.canvas('difference')
    ;[difference.width, difference.height] = this.shownSize
    this.tellTracks()
    this.fit()
    this.shown = -1
    await this.show(index)
  }

  tellTracks() {
    const names = this.isBlind ? ['Left', 'Right'] : this.tracks.map(track => this.titleOf(track))
    for (const [side, name] of ['source', 'output'].entries()) {
      const pane = this.find('.pane.' + name)
      const label = (this.isBlind ? '' : 'AB'[side] + ': ') + names[side]
      pane.querySelector('figcaption').textContent =
        label + (this.isBlind ? '' : this.figuresOf(this.tracks[side]))
      pane.querySelector('.scroll').setAttribute('aria-label', label + ', scrolls')
      pane.querySelector('canvas').setAttribute('aria-label', label)
    }
    this.find('.pane.difference figcaption').textContent = 'difference × 10, on white'
    for (const dot of document.querySelectorAll('[data-dot]')) {
      dot.classList.toggle('shown', this.tracks.includes(Number(dot.dataset.dot)))
    }
    for (const row of document.querySelectorAll('tr[id]')) {
      const isShown = this.tracks.some(track => row.id === 'point-' + track)
      if (isShown) row.setAttribute('aria-current', 'true')
      else row.removeAttribute('aria-current')
    }
  }

  // MARK: Pictures

  get shownSize() {
    const sizes = (this.tracks ?? [sweep.left, sweep.right]).filter(track => track !== sourceTrack)
      .map(track => this.shownSizeOf(track))
    return sizes.reduce((most, size) => size[0] > most[0] ? size : most)
  }

  // A track's frame at the time of a frame that is counted.
  indexIn(track, index) {
    const frame = this.frames[index]
    if (track === sourceTrack) return frame[2]
    const others = data.outputs[track].frames
    if (others === this.frames) return index
    const middle = frame[0] + frame[1] / 2
    let [low, high] = [0, others.length]
    while (high - low > 1) {
      const between = (low + high) >> 1
      if (others[between][0] <= middle) low = between
      else high = between
    }
    return low
  }

  leftIndex(index) { return this.indexIn(this.tracks[0], index) }

  rightIndex(index) { return this.indexIn(this.tracks[1], index) }

  paint(context, picture, side) {
    const [width, height] = this.shownSizeOf(this.tracks[side])
    context.drawImage(picture, 0, 0, width, height, 0, 0, context.canvas.width, context.canvas.height)
  }

  describe() {
    const index = this.shown
    const frame = this.frames[index]
    const parts = [`frame ${index} of ${this.frames.length - 1}`,
      `${number(frame[0], 3)} s + ${milliseconds(frame[1])}`]
    if (!this.isBlind) {
      for (const [side, track] of this.tracks.entries()) {
        if (track === sourceTrack) continue
        const row = data.outputs[track].frames[this.indexIn(track, index)]
        parts.push(`${'AB'[side]} SSIM ${ssimText(row[3])}`
          + (row[5] === null ? '' : `, ${bytesText(row[5])}`))
      }
    }
    const text = parts.join(' · ')
    this.find('.status').textContent = text
    this.position.value = index
    this.position.setAttribute('aria-valuetext', text)
  }

  get worst() {
    let worst = 0
    this.frames.forEach((frame, index) => { if (frame[3] < this.frames[worst][3]) worst = index })
    return worst
  }

  // MARK: Choices

  picks() {
    return ['left', 'right'].map(name => Number(this.find(`[data-do=${name}]`).value))
  }

  pick(right) {
    this.find('[data-do=right]').value = right
    return this.select(...this.picks())
  }

  listen() {
    super.listen()
    for (const name of ['left', 'right']) {
      this.find(`[data-do=${name}]`).addEventListener('change', () => this.select(...this.picks()))
    }
    const begin = () => this.isBlind ? this.endBlind() : this.beginBlind()
    this.actions.blind = begin
    this.article.addEventListener('click', event => {
      const control = event.target.closest('[data-dot], [data-show], [data-choice]')
      if (!control) return
      const {dot, show, choice} = control.dataset
      if (dot !== undefined) {
        event.preventDefault()
        this.pick(Number(dot))
      }
      if (show !== undefined) {
        this.pick(Number(show))
        this.find('.viewer').scrollIntoView({block: 'nearest'})
      }
      if (choice) this.choose(choice)
    })
  }

  key(event) {
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey
    if (isPlain && event.key.toLowerCase() === 'b' && !event.target.closest('select')) {
      event.preventDefault()
      this.actions.blind()
      return
    }
    // Where the picture differs most would tell which is which.
    if (this.isBlind && event.key.toLowerCase() === 'w') return
    super.key(event)
  }

  // MARK: Blind

  // The sides are in random order, and nothing on the page shows which is which.
  async beginBlind() {
    const [a, b] = this.picks()
    if (a === b) return this.tell('Choose two different ones for a blind test.')
    this.isBlind = true
    this.showBlindness()
    const isSwapped = crypto.getRandomValues(new Uint8Array(1))[0] & 1
    await (isSwapped ? this.select(b, a) : this.select(a, b))
  }

  async endBlind() {
    this.isBlind = false
    this.showBlindness()
    await this.select(...this.picks())
  }

  showBlindness() {
    const {isBlind} = this
    document.documentElement.classList.toggle('blind', isBlind)
    this.find('[data-do=blind]').setAttribute('aria-pressed', isBlind)
    this.find('.verdict').hidden = !isBlind
    this.find('[data-do=worst]').hidden = isBlind
    for (const input of this.article.querySelectorAll('.modes input')) {
      input.disabled = isBlind && input.value !== 'side' && input.value !== 'slider'
      if (input.disabled && input.checked) this.find('.modes input[value=side]').click()
    }
  }

  async choose(choice) {
    const [left, right] = this.tracks
    const tell = track => this.titleOf(track) + this.figuresOf(track)
    const line = document.createElement('li')
    line.textContent = choice === 'none'
      ? `No difference between ${tell(left)} and ${tell(right)}.`
      : choice === 'left' ? `Better: ${tell(left)}. Not chosen: ${tell(right)}.`
        : `Better: ${tell(right)}. Not chosen: ${tell(left)}.`
    this.find('.choices').append(line)
    await this.endBlind()
    this.find('[data-do=blind]').focus()
  }
}

if (data.hasMedia) {
  document.documentElement.classList.add('js')
  const article = document.querySelector('article')
  const viewer = article.viewer = new PairViewer(article)
  viewer.open().then(() => {
    article.dataset.ready = ''
    if (!wantsStillness) viewer.play()
  })
}
