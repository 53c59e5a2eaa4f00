export type Environment = { readonly [name: string]: string | undefined };

const PREFIX = 'CHECKOUT_';

/**
 * Reads a setting by its name with `CHECKOUT_` before it, else by its plain name; an empty variable is
 * not set. Decision: a port that is an address is what Kubernetes says of a Service, and passed over.
 */
export function createSettingReader(environment: Environment) {
  const prefixed = new Set<string>();
  const passedOver = new Set<string>();
  return {
    read(name: string): string | undefined {
      for (const given of [`${PREFIX}${name}`, name]) {
        const value = environment[given];
        if (!value) continue;
        const isAddress = name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value);
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
      if (passedOver.size === 0) return [];
      const names = [...passedOver].join(', ');
      return [`${names}: the address of a Service in Kubernetes and no port, passed over.`];
    },
  };
}
