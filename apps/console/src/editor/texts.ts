/** Writing a text in the languages of users. */
export const editorTexts = {
  languagesLabel: 'Language of the text',
  languages: {
    en: 'English',
    jp: '日本語',
    kr: '한국어',
    esp: 'Español',
    zh: '简体中文',
    hk: '繁體中文',
    th: 'ไทย',
  },
  preview: 'As users read it',
  unsaved: 'Leave without saving?',
  unsavedText: 'What you changed since the last save is lost.',
  leave: 'Leave',
  stay: 'Go on writing',
} as const;
