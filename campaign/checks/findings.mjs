const SHOWN = 20;

/** Sentences: `lost` is not there or not what was told, `doubled` happened twice. */
export function createFindings() {
  const found = { lost: [], doubled: [], wrong: [] };
  const noteAs = (kind) => (sentence) => {
    found[kind].push(sentence);
    if (found[kind].length <= SHOWN) console.error(`  ${kind}: ${sentence}`);
  };
  return {
    lost: noteAs('lost'),
    doubled: noteAs('doubled'),
    wrong: noteAs('wrong'),
    counts: () => [found.lost.length, found.doubled.length, found.wrong.length],
    isNothing: () => Object.values(found).every((sentences) => sentences.length === 0),
  };
}
