export const pwa = {
  ready: 'A new version is ready',
  update: 'Update',
  held: 'The update starts when your request is answered',
  install: 'Install the app',
  installLead: 'On the home screen it opens full screen, and without a network too.',
  installShare: 'Tap Share in the browser’s bar',
  installAdd: 'Choose “Add to Home Screen”',
  installDone: 'Tap “Add”',
  haptics: 'Vibration',
  share: 'Share',
  linkCopied: 'Link copied',
} as const;
