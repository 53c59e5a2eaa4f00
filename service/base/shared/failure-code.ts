/** The system's word for a failure, such as `ENOENT`. */
export function failureCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
