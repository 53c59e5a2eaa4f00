export { type CheckoutCardElement, defineCheckoutCard } from './checkout-card.ts';
export { type CheckoutPaymentElement, defineCheckoutPayment } from './checkout-payment.ts';
export { type CheckoutPixElement, defineCheckoutPix } from './checkout-pix.ts';
