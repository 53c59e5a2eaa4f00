import { describe, expect, it } from 'vitest';
import { UsageError } from './command.ts';
import { helpOf, readCommandLine } from './command-line.ts';
import { COMMANDS, findCommand } from './commands.ts';

function read(line: string) {
  return readCommandLine(line.split(' '), 'root');
}
const CARD = '4111111111111111';

describe('a command line', () => {
  it('names a command, its options, and who does it', () => {
    expect(read('company show --company acme --json')).toMatchObject({
      kind: 'run',
      request: { command: 'company show', options: { company: 'acme' }, actor: 'root' },
      isJson: true,
    });
  });

  it('may say who does it', () => {
    expect(read('company list --actor ana@example.com')).toMatchObject({
      request: { actor: 'ana@example.com', options: {} },
      isJson: false,
    });
  });

  it('takes an option of yes or no without a value for yes', () => {
    for (const line of ['--history --payin pay_1', '--payin pay_1 --history']) {
      const options = { payin: 'pay_1', history: 'yes' };
      expect(read(`payin show ${line}`)).toMatchObject({ request: { options } });
    }
  });

  it('takes a single dash for a value', () => {
    expect(read('customer erase --company acme --document -')).toMatchObject({
      request: { options: { company: 'acme', document: '-' } },
    });
  });

  it.each([
    'company',
    'company erase',
    `payin show ${CARD}`,
    'company show',
    'company show --company',
    'company show --company acme --limit 5',
    `company show --company acme ${CARD}`,
    `company show --${CARD} acme`,
    'company list --json=yes',
    `company list --actor ${CARD}`,
    'company list --actor a b',
    'help company erase',
  ])('is refused without repeating what was typed: %s', (line) => {
    let told = '';
    try {
      read(line);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      told = error.message;
    }
    expect(told).toMatch(/^[A-Z-].*\.$/);
    expect(told).not.toContain(CARD);
  });

  it('names the option that is missing', () => {
    expect(() => read('customer erase --company acme')).toThrow('--document is missing.');
  });

  it.each(['', 'help', 'help refund record', 'refund record --help'])(
    'asks for help: %s',
    (line) => {
      const words = line.split(' ').filter((word) => word !== '');
      expect(readCommandLine(words, 'root').kind).toBe('help');
    },
  );
});

describe('the help', () => {
  it('tells every command in one line', () => {
    const lines = helpOf(null).split('\n');
    for (const { name, summary } of COMMANDS) {
      expect(lines.filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1);
      expect(summary).not.toBe('');
    }
  });

  it('tells every option of a command, and which it needs', () => {
    for (const command of COMMANDS) {
      const lines = helpOf(command).split('\n');
      for (const { name, help, isRequired } of command.options) {
        const line = lines.find((one) => one.startsWith(`  --${name} `));
        expect(line, `${command.name} --${name}`).toContain(help);
        expect(line?.endsWith('(required)')).toBe(isRequired);
        expect(help).not.toBe('');
      }
      expect(lines.some((line) => line.includes('--actor'))).toBe(true);
    }
  });
});

describe('the table of commands', () => {
  it('has each name once', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(findCommand('refund record')?.isAct).toBe(true);
    expect(findCommand('payin list')?.isAct).toBe(false);
  });

  it('names no option as one that every command has', () => {
    const taken = COMMANDS.flatMap(({ options }) => options.map(({ name }) => name));
    expect(taken.filter((name) => ['actor', 'json', 'help'].includes(name))).toEqual([]);
  });
});
