import type { RoutedMethod } from './definition.ts';
import type { Provider } from './provider.ts';

/** Who serves which company. What an operator switches takes effect within seconds. */
export interface Providers {
  /**
   * The providers of a company's route for a method, in their order, without those that cannot be
   * asked now. Whoever is next is asked only where surely nothing has left to the one before.
   */
  route(companyId: string, method: RoutedMethod): Promise<readonly Provider[]>;
  /** Whether a company's route for a method names that one, or anybody, who can be asked now or not. */
  isRouted(companyId: string, method: RoutedMethod, name?: string): Promise<boolean>;
  /** Who a payment went to, still routed or not; null where the credentials are gone. */
  find(companyId: string, name: string): Promise<Provider | null>;
}
