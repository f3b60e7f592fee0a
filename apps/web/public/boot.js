// What must happen before the app's code is there: theme, rise colour and language of the first paint, and
// the downloads that only this browser's settings decide. A file of its own: the CSP refuses inline scripts.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be closed; the defaults hold.
      return null;
    }
  };
  const settings = () => {
    try {
      return JSON.parse(read('settings') ?? '{}').state ?? {};
    } catch {
      return {};
    }
  };

  const { theme, rise } = settings();
  const isSystemLight = matchMedia('(prefers-color-scheme: light)').matches;
  const isLight = theme === 'light' || (theme !== 'dark' && isSystemLight);
  root.dataset.theme = isLight ? 'light' : 'dark';
  root.dataset.rise = rise === 'red' ? 'red' : 'green';
  if (isLight) document.querySelector('meta[name="theme-color"]').content = '#ffffff';

  const tags = JSON.parse(document.querySelector('meta[name="languages"]').content);
  const languageOf = (tag) =>
    /^zh-(hant|hk|mo|tw)\b/i.test(tag)
      ? 'hk'
      : Object.keys(tags).find(
          (key) => tags[key].split('-')[0] === tag.toLowerCase().split('-')[0],
        );
  const asked = navigator.languages.map(languageOf).find((key) => key !== undefined);
  const language = Object.hasOwn(tags, read('lang') ?? '') ? read('lang') : (asked ?? 'en');
  root.lang = tags[language];
  root.dir = /^(ar|he)\b/.test(root.lang) ? 'rtl' : 'ltr';

  // The browser's offer to install may come before there is code to take it (src/pwa/install.ts).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installPrompt = event;
  });

  // The language's texts and the page's code, beside the app's code and not after it.
  const chunks = document.querySelector('meta[name="chunks"]');
  if (chunks === null) return;
  // Every page asks for these two first; `data/calls/early.ts` takes the answers over. Before the code: a browser
  // has six lines to a server, and the first paint waits for the first answer.
  window.early = new Map(
    ['/api/config', '/api/currency/quotation_new'].map((url) => [url, fetch(url)]),
  );
  for (const answer of window.early.values()) answer.catch(() => undefined);
  const files = JSON.parse(chunks.content);
  const path = location.hash
    .slice(1)
    .split('?')[0]
    .replace(/^\/+|\/+$/g, '');
  const page = path === '' ? 'pages/index/index' : path;
  const fetched = new Set();
  // `app/shell/page-load.ts` asks so for every further page.
  window.preload = (name) => {
    for (const file of files[name] ?? []) {
      if (fetched.has(file)) continue;
      fetched.add(file);
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = file;
      document.head.append(link);
    }
  };
  window.preload(language);
  window.preload(page);

  // What can be seen before the app's code is there (apps/web/first-paint.ts): its words, and only what holds here.
  const contentOf = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
  const drawFirst = () => {
    const root = document.getElementById('root');
    const first = document.getElementById('first')?.content.cloneNode(true);
    if (first === undefined || root === null || root.firstChild !== null) return;
    const texts = JSON.parse(contentOf('first') ?? '{}');
    const brand = JSON.parse(contentOf('brand') ?? 'null') ?? { name: document.title };
    const asked = new URLSearchParams(location.hash.split('?')[1]).get('symbol')?.toUpperCase();
    const [symbol = 'BTC/USDT'] = [asked, read('last_symbol')].filter((text) =>
      /^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}$/.test(text ?? ''),
    );
    const strip = contentOf('strip');
    const own = {
      name: brand.name.length > 15 ? brand.shortName : brand.name,
      base: symbol.split('/')[0],
      quote: `/${symbol.split('/')[1]}`,
    };
    const say = (key) =>
      own[key] ??
      brand.texts?.[language]?.[key] ??
      texts[key === 'strip' ? strip : key]?.[language];
    const isUser = Boolean(read('token') && read('user'));
    const isDesk = matchMedia('(min-width: 1024px)').matches;
    const tab = first.querySelector(`[data-pages~="${CSS.escape(page)}"]`);
    const isTab = tab !== null && (isUser || tab.dataset.user === undefined);
    const bar = { 'pages/index/index': 'home', 'pages/trade/spot': 'spot' }[page] ?? 'other';
    const holds = [bar, isDesk ? 'desk' : 'phone', isUser ? 'user' : 'guest'];
    if (strip !== undefined) holds.push('strip');
    if (isTab) holds.push('tab');
    for (const node of first.querySelectorAll('[data-when]')) {
      if (node.dataset.when.split(' ').every((word) => holds.includes(word)))
        delete node.dataset.when;
      else node.remove();
    }
    for (const node of first.querySelectorAll('[data-text]')) {
      node.textContent = say(node.dataset.text);
      delete node.dataset.text;
    }
    for (const node of first.querySelectorAll('[data-label]')) {
      node.setAttribute('aria-label', say(node.dataset.label));
      delete node.dataset.label;
    }
    for (const node of first.querySelectorAll('[data-pages]')) {
      if (node === tab) node.setAttribute('aria-current', 'page');
      delete node.dataset.pages;
      delete node.dataset.user;
    }
    // The policy for styles refuses attributes of markup.
    const mark = first.querySelector('.fl-logo-mark');
    if (mark !== null) Object.assign(mark.style, { width: '28px', height: '28px' });
    const frame = first.firstElementChild;
    if (isDesk) frame.dataset.desk = 'full';
    else if (isTab) frame.dataset.tabs = 'true';
    root.append(first);
  };
  // The body is read, and nothing of the app has run: modules wait for this.
  document.addEventListener('readystatechange', drawFirst, { once: true });
})();
