import { init } from 'checkout-sdk';
import { CheckoutCard } from 'checkout-sdk/vue';

const client = init({
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'http://127.0.0.1:4010',
  checkoutUrl: 'http://127.0.0.1:4011',
});

export const Checkout = {
  components: { CheckoutCard },
  props: ['amount', 'referenceId'],
  data: () => ({ client: Object.freeze(client), message: '' }),
  methods: {
    refuse({ code, userMessage }) {
      // The fields themselves say what is wrong with a card.
      if (code !== 'INVALID_CARD') this.message = userMessage;
    },
  },
  template: `
    <CheckoutCard ref="card" :client="client" :amount="amount" :reference-id="referenceId"
      @result="({ card }) => (message = card.brand + ' ' + card.last4)"
      @error="refuse" />
    <button type="button" @click="$refs.card.element.submit()">Pagar</button>
    <p role="status">{{ message }}</p>
  `,
};
