'use strict'

// What the page knows of its frames; the figures are those of `animconv compare --json`.
const data = JSON.parse(document.getElementById('data').textContent)
const wantsStillness = matchMedia('(prefers-reduced-motion: reduce)').matches
const cacheBytes = 192 << 20

const sleep = milliseconds => new Promise(done => setTimeout(done, milliseconds))
const clamp = (value, low, high) => Math.min(high, Math.max(low, value))

function canvasOf(width, height) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

function bytesOf(address) {
  const text = address.slice(address.indexOf(',') + 1)
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text)
  return Uint8Array.from(atob(text), character => character.charCodeAt(0))
}

// The file that an element of the plain page shows. Beside a page that is opened as a file, a script
// holds it: such pages may read no other file.
async function fileOf(element) {
  const address = element.getAttribute('src')
  if (address.startsWith('data:')) return bytesOf(address)
  if (location.protocol !== 'file:') return new Uint8Array(await (await fetch(address)).arrayBuffer())
  globalThis.animconvMedia ??= {}
  await new Promise((done, failed) => {
    const script = document.createElement('script')
    script.onload = done
    script.onerror = () => failed(new Error('a file beside the page is missing'))
    script.src = address + '.js'
    document.head.append(script)
  })
  return bytesOf(animconvMedia[address])
}

// Frames as pictures of their own, decoded one at a time, the latest ones kept.
class Frames {
  constructor(width, height) {
    this.width = width
    this.height = height
    this.kept = new Map()
    this.most = Math.max(4, Math.floor(cacheBytes / (width * height * 4)))
    this.turn = Promise.resolve()
  }

  frame(index) {
    const result = this.turn.then(async () => {
      let canvas = this.kept.get(index)
      if (canvas) this.kept.delete(index)
      else canvas = await this.decode(index)
      this.kept.set(index, canvas)
      if (this.kept.size > this.most) this.kept.delete(this.kept.keys().next().value)
      return canvas
    })
    this.turn = result.catch(() => {})
    return result
  }

  drawn(picture) {
    const canvas = canvasOf(this.width, this.height)
    canvas.getContext('2d', {willReadFrequently: true}).drawImage(picture, 0, 0)
    return canvas
  }
}

// The browser's own decoder, so that nobody has to believe animconv.
class ImageFrames extends Frames {
  static async open(bytes, type, width, height) {
    if (typeof ImageDecoder === 'undefined') throw new Error('no ImageDecoder')
    const types = type === 'image/apng' ? ['image/apng', 'image/png'] : [type]
    for (const candidate of types) {
      if (!await ImageDecoder.isTypeSupported(candidate)) continue
      const frames = new ImageFrames(width, height)
      frames.decoder = new ImageDecoder({data: bytes, type: candidate})
      await frames.decoder.tracks.ready
      await frames.decoder.completed
      frames.count = frames.decoder.tracks.selectedTrack.frameCount
      return frames
    }
    throw new Error('type not supported: ' + type)
  }

  async decode(index) {
    const {image} = await this.decoder.decode({frameIndex: Math.min(index, this.count - 1)})
    const canvas = this.drawn(image)
    image.close()
    return canvas
  }
}

// A video, always sought to the middle of a frame.
class VideoFrames extends Frames {
  static async open(bytes, type, width, height, times) {
    const frames = new VideoFrames(width, height)
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    frames.video = video
    frames.times = times
    await new Promise((done, failed) => {
      video.oncanplay = done
      video.onerror = () => failed(new Error('this browser does not play the video'))
      video.src = URL.createObjectURL(new Blob([bytes], {type}))
    })
    return frames
  }

  async decode(index) {
    const video = this.video
    const sought = new Promise((done, failed) => {
      video.onseeked = done
      video.onerror = () => failed(new Error('seeking failed'))
    })
    // There is no callback where the picture stays what it was.
    const shown = 'requestVideoFrameCallback' in video
      ? Promise.race([new Promise(done => video.requestVideoFrameCallback(done)), sleep(300)])
      : sleep(50)
    video.currentTime = this.times[index]
    await sought
    await shown
    return this.drawn(video)
  }
}

async function openFrames(element, file, times) {
  const bytes = await fileOf(element)
  return file.type.startsWith('video/')
    ? VideoFrames.open(bytes, file.type, file.width, file.height, times)
    : ImageFrames.open(bytes, file.type, file.width, file.height)
}

const middles = frames => frames.map(frame => frame[0] + frame[1] / 2)

let sourceFrames
function openSource() {
  sourceFrames ??= (async () => {
    const element = document.querySelector('[data-media=source]')
    if (!element) throw new Error('the source is not in this page')
    return openFrames(element, data.source, middles(data.source.frames))
  })()
  return sourceFrames
}

const number = (value, places) => value.toLocaleString('en', {
  minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false})

function bytesText(count) {
  if (count === null) return '–'
  if (count < 1000) return count + ' B'
  const units = ['kB', 'MB', 'GB']
  let value = count / 1000
  while (value >= 999.5 && units.length > 1) { value /= 1000; units.shift() }
  return number(value, value < 10 ? 2 : value < 100 ? 1 : 0) + ' ' + units[0]
}

const milliseconds = seconds => String(+(seconds * 1000).toFixed(3)) + ' ms'
// A picture that is not equal is never shown as equal.
const ssimText = value => value < 1 ? Math.min(value, 0.9999).toFixed(4) : '1.0000'

