/** The system's word for a failure, such as ` (ENOENT)`, to stand behind a sentence; else nothing. */
export function failureCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${error.code})` : '';
}
