export function median(values) {
  return quantile(values, 0.5);
}

/** Interpolated between the two nearest values. */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}
