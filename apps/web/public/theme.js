// Theme, rise colour and language before the first paint. A file of its own because the CSP refuses inline scripts.
(() => {
  const root = document.documentElement;
  let theme = 'system';
  let rise = 'green';
  try {
    const { state } = JSON.parse(localStorage.getItem('settings') ?? '{}');
    theme = state?.theme ?? theme;
    rise = state?.rise ?? rise;
    const tags = { en: 'en', jp: 'ja', kr: 'ko', esp: 'es', zh: 'zh-CN', hk: 'zh-HK', th: 'th' };
    root.lang = tags[localStorage.getItem('lang')] ?? 'en';
  } catch {
    // Storage may be closed or spoiled; the defaults hold.
  }
  const isLight =
    theme === 'light' || (theme !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.theme = isLight ? 'light' : 'dark';
  if (rise === 'red') root.dataset.rise = 'red';
  if (isLight) document.querySelector('meta[name="theme-color"]').content = '#ffffff';
})();
