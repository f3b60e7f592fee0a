export const inbox = {
  tabs: 'Kind of notice',
  announcements: 'Announcements',
  mine: 'Messages',
  mineUnread: 'Messages {count}',
  none: 'No message yet. What happens to your account is said here.',
  guest: 'Log in to see what happened to your account.',
  unread: 'Unread',
  readOne: 'Mark as read: {title}',
  readAll: 'Mark all as read',
} as const;
