import type { CheckoutClient } from '../init.ts';
import type { TestClient } from '../testing/index.ts';

/** A shop that shows an element with a wrapper. */
export type Shop<Props> = {
  client: TestClient;
  /** Shows the wrapper with these options, or changes those it has. */
  show: (props: Props & { client?: CheckoutClient | null }) => Promise<void>;
  hide: () => Promise<void>;
  /** What the wrapper is in the page. */
  node: () => Element | null;
  /** The element that the wrapper's ref holds. */
  element: () => unknown;
  /** What the wrapper told, by name; `old` before those that listened before the last `show`. */
  told: readonly (readonly [name: string, told: unknown])[];
};

/** `heard`: what the shop listens to. */
export type OpenShop<Props> = (heard: readonly string[]) => Shop<Props>;

/** Gives other listeners each time: `onPaid` for `paid`. */
export function listenAnew(heard: readonly string[], told: [string, unknown][]) {
  let newest = {};
  return () => {
    const given: object = Object.fromEntries(
      heard.map((name) => [
        `on${name[0]?.toUpperCase()}${name.slice(1)}`,
        (event: unknown) => told.push([given === newest ? name : `old ${name}`, event]),
      ]),
    );
    newest = given;
    return given;
  };
}
