export default defineNuxtConfig({
  runtimeConfig: {
    checkoutSecret: '', // NUXT_CHECKOUT_SECRET
    webhookSecret: '', // NUXT_WEBHOOK_SECRET
    public: {
      checkoutKey: '', // NUXT_PUBLIC_CHECKOUT_KEY
      checkoutApi: '', // NUXT_PUBLIC_CHECKOUT_API
      checkoutFrame: '', // NUXT_PUBLIC_CHECKOUT_FRAME
    },
  },
});
