import { Card } from './card.jsx';

export const dynamic = 'force-dynamic';

// Rendered on the server; the addresses are those of the system that runs by then.
export default function Page() {
  const { CHECKOUT_API: apiBaseUrl, CHECKOUT_FRAME: checkoutUrl } = process.env;
  return <Card account={{ publicKey: 'pk_test_no3ds', apiBaseUrl, checkoutUrl }} />;
}
