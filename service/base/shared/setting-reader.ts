import { isOneLetterApart } from './one-letter-apart.ts';

export type Environment = { readonly [name: string]: string | undefined };

const PREFIX = 'CHECKOUT_';
/** What Kubernetes tells of the Services beside a pod, as the value of a port and by other names. */
const ADDRESS = /^(tcp|udp|sctp):\/\//;
const OF_SERVICES = /_SERVICE_|_PORT_/;

/**
 * Reads a setting by its name with `CHECKOUT_` before it, else by its plain name; an empty variable is
 * not set. Decision: a port that is an address is what Kubernetes says of a Service, and passed over.
 */
export function createSettingReader(environment: Environment) {
  /** Every setting is asked for; the one of the shop is none of ours, and no mistake. */
  const known = new Set(['SHOP_PORT']);
  const prefixed = new Set<string>();
  const passedOver = new Set<string>();
  return {
    read(name: string): string | undefined {
      known.add(name);
      for (const given of [`${PREFIX}${name}`, name]) {
        const value = environment[given];
        if (!value) continue;
        const isAddress = name.endsWith('_PORT') && ADDRESS.test(value);
        if (isAddress) passedOver.add(given);
        else if (given !== name) prefixed.add(name);
        if (!isAddress) return value;
      }
      return undefined;
    },

    /** The message of a refusal, with the names under which the settings were given. */
    asGiven: (message: string) =>
      message.replace(/\b[A-Z_]{4,}\b/g, (name) => (prefixed.has(name) ? PREFIX + name : name)),

    /** Sentences for the log, none where nothing is strange. Asked once all settings were read. */
    remarks(): string[] {
      const said = misspelt(environment, known).map(([given, meant]) => {
        const question = meant === undefined ? '' : `: is ${meant} meant?`;
        return `${given} is no setting${question || '.'}`;
      });
      if (passedOver.size === 0) return said;
      const names = [...passedOver].join(', ');
      const remark = `${names}: the address of a Service in Kubernetes and no port, passed over.`;
      return [remark, ...said];
    },
  };
}

/** What has the prefix and is no setting, and what is nearly the name of one that is not given. */
function misspelt(environment: Environment, known: ReadonlySet<string>) {
  return Object.entries(environment).flatMap(([given, value]) => {
    const plain = given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given;
    if (!value || known.has(given) || known.has(plain)) return [];
    if (OF_SERVICES.test(given) || ADDRESS.test(value)) return [];
    const meant = [...known].find((name) => isNear(name, plain) || isNear(name, given));
    if (plain !== given) return [[given, meant && PREFIX + meant] as const];
    const isOther = meant === undefined || environment[meant] || environment[PREFIX + meant];
    return isOther ? [] : [[given, meant] as const];
  });
}

/** Short names are near too many others, such as `MODE` to `NODE`. */
function isNear(known: string, given: string): boolean {
  const [one, other] = [known, given].map((name) => name.toUpperCase().replace(/[_-]/g, ''));
  if (one === undefined || other === undefined || one.length < 6) return false;
  return one === other || isOneLetterApart(one, other);
}
