import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build/built.mjs';
import { GENERATORS, PACKAGES } from './generators.mjs';
import { enterProject, inFolderWith, runs } from './install.mjs';
import { withPaymentService } from './system/payment-service.mjs';

// `npm run test:clients [-- GENERATOR...]`: clients that generators make of the document that a
// service serves, compiled strictly with the calls of `scripts/clients.json`, and run against it.
// The generators are installed for this run alone and are no part of `npm test`. It needs a registry.

enterProject();
ensureBuilt();
/** By sandbox account, its calls: name of the answer, operation, what it is given, what is read. */
const SHOPS = JSON.parse(readFileSync('scripts/clients.json', 'utf8'));
const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
const asked = process.argv.slice(2);
const isRight = await inFolderWith(packages, async (folder) => {
  const failed = [];
  for (const generator of Object.keys(GENERATORS)) {
    if (asked.length > 0 && !asked.includes(generator)) continue;
    // A service for each, so that all of them may make the same orders.
    const isGood = await withPaymentService(process.cwd(), {}, ({ base }) =>
      tries(join(folder, generator.replace('/', '-')), generator, base),
    );
    console.log(`${generator} ${PACKAGES[generator]}: ${isGood ? 'right' : 'wrong'}`);
    if (!isGood) failed.push(generator);
  }
  return failed.length === 0;
});
process.exit(isRight ? 0 : 1);

async function tries(place, generator, base) {
  const api = await (await fetch(`${base}/openapi.json`)).json();
  const operations = operationsOf(api);
  const accounts = Object.keys(SHOPS);
  const { make, file = '' } = GENERATORS[generator];
  const [tool, ...args] = make;
  const module = { module: 'commonjs', moduleResolution: 'node10', target: 'es2022', types: [] };
  const compilerOptions = { ...module, lib: ['es2022', 'dom', 'dom.iterable'], strict: true };
  const files = accounts.map((account) => `${account}.ts`);
  mkdirSync(place);
  const write = (name, text) => writeFileSync(join(place, name), text);
  write('api.json', JSON.stringify(api));
  write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  write('orval.config.js', file);
  for (const account of accounts) {
    write(`${account}.ts`, programOf(generator, account, operations, base));
  }
  const called = Object.values(SHOPS).flatMap((calls) =>
    calls.map(([, operationId]) => operationId),
  );
  const others = Object.keys(operations).filter((one) => !called.includes(one));
  console.log(`${generator}: ${others.length} calls are not made: ${others.join(', ')}`);
  const bin = (name) => join(place, '../node_modules/.bin', name);
  return (
    runs(bin(tool), args, { cwd: place }) &&
    runs(bin('tsc'), ['--outDir', 'out'], { cwd: place }) &&
    accounts.every((account) => runs(process.execPath, [`out/${account}.js`], { cwd: place }))
  );
}

function operationsOf({ paths }) {
  const operations = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, tags, parameters = [], responses, requestBody } = operation;
      const [[status, { content = {} }]] = Object.entries(responses);
      return {
        ...{ operationId, address, status, method: method.toUpperCase() },
        // As most generators write it, which know no name in capitals.
        name: operationId.replace('ThreeDS', 'ThreeDs'),
        tag: tags[0].replaceAll(/(?:^| )(\w)/g, (_all, letter) => letter.toUpperCase()),
        takes: [...parameters.map((one) => one.in), ...(requestBody ? ['body'] : [])],
        isJson: (Object.keys(content)[0] ?? 'application/json') === 'application/json',
        examples: requestBody?.content['application/json'].examples ?? {},
      };
    }),
  );
  return Object.fromEntries(operations.map((operation) => [operation.operationId, operation]));
}

/** The calls of a shop in TypeScript, each with what is read of its answer. */
function programOf(generator, account, operations, base) {
  const { begin, call, readsText = true } = GENERATORS[generator];
  const lines = SHOPS[account].map(
    ([name, operationId, { example, change, path, query }, read]) => {
      const operation = operations[operationId];
      if (!operation.isJson && !readsText) return '';
      const { value } = operation.examples[example ?? Object.keys(operation.examples)[0]] ?? {};
      const inPath = Object.values(path ?? {}).map(sourceOf);
      const body = value && sourceOf({ ...value, ...change });
      const parts = { path: sourceOf(path), inPath, query: sourceOf(query), body };
      return `const ${name} = ${call(operation, parts)};
      seen('${operationId} ${name}', ${read});`;
    },
  );
  return `${begin(base)}
    const headers = { authorization: 'Basic ${btoa(`pk_test_${account}:sk_test_${account}`)}' };
    function seen(call: string, read: unknown) {
      if (read === undefined || read === null || read === false) throw new Error(call);
      console.log('${generator}: ${account}: ' + call + ': ' + JSON.stringify(read).slice(0, 60));
    }
    declare const process: { exit(code: number): never };
    async function shop() { ${lines.join('\n')} }
    shop().catch((error) => { console.log(error); process.exit(1); });`;
}

/** A text that begins with `$` is what an earlier call answered; what is null is left out. */
function sourceOf(value) {
  const text = JSON.stringify(value, (_name, one) => one ?? undefined);
  return text?.replaceAll(/"\$([^"]+)"/g, '$1');
}
