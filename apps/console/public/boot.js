// The theme of the first paint. A file of its own: the CSP refuses inline scripts.
(() => {
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem('console.settings') ?? '{}').state?.theme;
    } catch {
      // Storage may be closed; the system's theme holds.
      return undefined;
    }
  };
  const theme = read();
  const isSystemLight = matchMedia('(prefers-color-scheme: light)').matches;
  const isLight = theme === 'light' || (theme !== 'dark' && isSystemLight);
  document.documentElement.dataset.theme = isLight ? 'light' : 'dark';
  if (isLight) document.querySelector('meta[name="theme-color"]').content = '#ffffff';
})();
