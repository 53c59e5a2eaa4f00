/** The 47 digits in the groups they are printed and typed in; any other text as it is. */
export function printLine(line: string): string {
  return line.replace(
    /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/,
    '$1.$2 $3.$4 $5.$6 $7 $8',
  );
}
