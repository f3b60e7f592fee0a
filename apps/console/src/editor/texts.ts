/** Writing a text in the languages of users. */
export const editorTexts = {
  languagesLabel: 'Language of the text',
  languagesNote: (count: number) =>
    `${count} languages come with the program. How another is added: docs/operating/markets.md, “A language”.`,
  preview: 'As users read it',
  unsaved: 'Leave without saving?',
  unsavedText: 'What you changed since the last save is lost.',
  leave: 'Leave',
  stay: 'Go on writing',
} as const;
