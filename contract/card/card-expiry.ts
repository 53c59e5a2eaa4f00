/** A card is good to the last day of its month, in the calendar `now` is given in (UTC here). */
export function isExpired(
  expiry: { expirationMonth: string; expirationYear: string },
  now: Date,
): boolean {
  const firstInvalidDay = Date.UTC(
    Number(expiry.expirationYear),
    Number(expiry.expirationMonth),
    1,
  );
  // Half a day of grace: the month ends last at UTC-12.
  return now.getTime() >= firstInvalidDay + 12 * 60 * 60 * 1000;
}
