import type { CheckoutErrorCode } from '../../contract/checkout-error.ts';

/**
 * Every code a `CheckoutError` may carry, and what to do so that it happens on the sandbox.
 * `page.route` is Playwright's; any other way to change an answer does as well.
 */
export const ERROR_TRIGGERS: { readonly [code in CheckoutErrorCode]: string } = {
  THREEDS_EXPIRED:
    'On pk_test_preorder submit 4000000000002503, leave the challenge open and POST /sandbox/clock {"advanceSeconds": 901}.',
  THREEDS_FAILED:
    'On pk_test_preorder submit 4000000000002925, or cancel the challenge of 4000000000002503.',
  THREEDS_SDK_UNAVAILABLE:
    "On pk_test_preorder abort the requests for the provider's script (capabilities.threeDS.sdkUrl of getConfig) and submit 4000000000002503.",
  INVALID_ARGUMENT: "Call init without apiBaseUrl, or mountCardElement with amount '159,90'.",
  INVALID_CARD: 'Submit the card element with empty fields.',
  CONTAINER_NOT_FOUND: "Mount into a selector that matches nothing: mountCardElement('#nowhere').",
  ALREADY_MOUNTED: 'Mount a second card element into the same node.',
  DESTROYED: 'Call element.unmount() while element.submit() runs, or any function after destroy().',
  ABORTED: 'Pass a signal to element.submit({ signal }) and abort it.',
  TIMEOUT: 'Never answer the request for /checkout/tokens; element.submit() gives up after 20 s.',
  NETWORK: 'Abort the request for /checkout/config and call client.getConfig().',
  FRAME_UNAVAILABLE:
    "Mount the card element under a policy whose frame-src lacks the hosted frame's origin.",
  FRAME_VERSION_MISMATCH:
    'Answer the request for the hosted card document with one of another release.',
  FRAME_LOST: "Remove the card's iframe from the page, or move its node.",
  CHANNEL_FLOODED: 'Let a script of the page send 20 000 unlisted messages over the port.',
  CALL_NOT_ALLOWED: 'Let a script of the page send the frame a call that is not listed.',
  SCRIPT_UNAVAILABLE:
    'Abort the request for checkout-sdk.js and call loadCheckout, or abort checkout-sdk-flows.js and call client.getConfig().',
  PAYMENT_ENDPOINT_FAILED:
    'Let the endpoint given to processCardPayment answer any status that is not 2xx.',
  UNSUPPORTED: 'Call a function of a client on a server, or in a page without a MessageChannel.',
  INTERNAL: 'Answer the request for /checkout/tokens with status 500 and the code INTERNAL.',
  INVALID_DATA: 'Call prepareCardPayment with a referenceId of 500 characters.',
  REJECTED_BY_RISK:
    'Answer the request for /checkout/tokens with status 422 and the code REJECTED_BY_RISK.',
  UNAUTHORIZED: 'Use the key pk_test_nobody and call client.getConfig().',
  INVALID_CREDENTIALS: 'Use a public key of 200 characters and call client.getConfig().',
  FORBIDDEN:
    "Let a proxy add the secret key's Authorization header to a call of the browser to /checkout/.",
  NOT_FOUND: 'Call handlePendingThreeDS with a payin whose session_id was made up.',
  KYC_NOT_APPROVED: 'Use pk_test_pending and submit any card.',
  COMPANY_BLOCKED: 'Use pk_test_blocked and submit any card.',
  METHOD_NOT_ENABLED: 'Use pk_test_nocard and submit any card.',
  RATE_LIMITED:
    'Answer the request for /checkout/tokens with status 429 and the code RATE_LIMITED.',
  PROVIDER_ERROR:
    'Answer the request for /checkout/tokens with status 502 and the code PROVIDER_ERROR.',
  UNAVAILABLE: 'Answer the request for /checkout/tokens with status 503 and the code UNAVAILABLE.',
};
