/** Whether one letter is missing, too many, another one, or has changed places with the next. */
export function isOneLetterApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  const [restOfShort, restOfLong] = [short.slice(same), long.slice(same)];
  if (long.length - short.length === 1) return restOfShort === restOfLong.slice(1);
  if (long.length !== short.length) return false;
  const [first = '', second = ''] = restOfLong;
  return (
    restOfShort.slice(1) === restOfLong.slice(1) ||
    restOfShort === second + first + restOfLong.slice(2)
  );
}
