import { openPlace } from '../../../scripts/system/payment-service.mjs';
import { isOneSentence } from './one-sentence.mjs';

const FILES = 128;

/** Started where it may open too few files, it says so and ends. */
export async function fewOpenFiles({ root, findings }) {
  const place = openPlace(root);
  try {
    const { code, said } = await place.start(await place.choosePorts(), { openFiles: FILES }).ended;
    if (code !== 1) findings.wrong(`with ${FILES} files it ended with ${code}`);
    if (!isOneSentence(said) || !said.includes('ulimit -n')) findings.wrong(`it said: ${said}`);
    return said;
  } finally {
    await place.remove();
  }
}
