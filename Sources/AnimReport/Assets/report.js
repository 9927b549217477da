
async function start(article, isFirst) {
  const viewer = new Viewer(article)
  article.viewer = viewer
  await viewer.open()
  const asked = isFirst && /^#frame=(\d+)$/.exec(location.hash)
  await viewer.show(asked ? Number(asked[1]) : 0)
  article.dataset.ready = ''
  await viewer.drawStills()
  article.dataset.stills = ''
  if (isFirst && !asked && !wantsStillness) viewer.play()
}

if (data.hasMedia) {
  document.documentElement.classList.add('js')
  const articles = [...document.querySelectorAll('article')]
  const seen = new IntersectionObserver(entries => {
    for (const {isIntersecting, target} of entries) {
      if (!isIntersecting || target.viewer) continue
      seen.unobserve(target)
      start(target, target === articles[0])
    }
  }, {rootMargin: '400px'})
  for (const article of articles) seen.observe(article)
}
