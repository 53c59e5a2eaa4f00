/** On the test that names all codes: one with the suite that makes it happen, `suite CODE`. */
export const CODE_OF_SUITE = 'code of suite';
/** On a test in which an error was expected by its code. */
export const CODE_EXPECTED = 'code expected';

type RanTest = {
  suite: string;
  hasPassed: boolean;
  annotations: readonly { type: string; description?: string | undefined }[];
};

/** Each with its suite. Nothing is looked for where a suite that is named did not run. */
export function codesNobodyExpected(tests: readonly RanTest[]): string[] {
  const described = (type: string, among: readonly RanTest[]) =>
    among.flatMap(({ annotations }) =>
      annotations.flatMap((one) => (one.type === type ? [one.description ?? ''] : [])),
    );
  const wanted = described(CODE_OF_SUITE, tests).map((each) => {
    const [suite = '', code = ''] = each.split(' ');
    return { suite, code };
  });
  const ran = new Set(tests.map(({ suite }) => suite));
  if (!wanted.every(({ suite }) => ran.has(suite))) return [];
  const passed = tests.filter(({ hasPassed }) => hasPassed);
  const expected = new Set(described(CODE_EXPECTED, passed));
  return wanted.flatMap(({ suite, code }) => (expected.has(code) ? [] : [`${code} (${suite})`]));
}
