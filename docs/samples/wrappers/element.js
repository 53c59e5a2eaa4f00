import { defineCheckoutCard } from 'checkout-sdk/element';

defineCheckoutCard();

document.body.insertAdjacentHTML(
  'beforeend',
  `
  <checkout-card public-key="pk_test_no3ds" api-base-url="http://127.0.0.1:4010"
    checkout-url="http://127.0.0.1:4011" amount="15990" reference-id="order-1"></checkout-card>
  <button type="button">Pagar</button>
  <p role="status"></p>
`,
);

const card = document.querySelector('checkout-card');
const message = document.querySelector('[role=status]');
document.querySelector('button').onclick = () => card.element.submit();
card.addEventListener('result', ({ detail }) => {
  message.textContent = `${detail.card.brand} ${detail.card.last4}`;
});
card.addEventListener('error', ({ detail }) => {
  // The fields themselves say what is wrong with a card.
  if (detail.code !== 'INVALID_CARD') message.textContent = detail.userMessage;
});
