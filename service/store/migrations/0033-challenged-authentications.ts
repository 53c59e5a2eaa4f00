/** Whether the card's bank asked the buyer; of those that ended before nobody can tell any more. */
export const CHALLENGED_AUTHENTICATIONS: readonly string[] = [
  'ALTER TABLE authentications ADD COLUMN is_challenged boolean',
];
