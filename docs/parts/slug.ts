/** An error's code is its own address, so that a link can be made from `error.code` alone. */
export function slugOf(heading: string): string {
  const text = heading.trim();
  if (/^[A-Z][A-Z_]+$/.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Makes the slugs of one page; one that is taken gets a number. */
export function createSlugs(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = slugOf(heading);
    const count = (seen.get(slug) ?? 0) + 1;
    seen.set(slug, count);
    return count === 1 ? slug : `${slug}-${count}`;
  };
}
