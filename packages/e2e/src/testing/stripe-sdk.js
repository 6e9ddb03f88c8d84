// Replaces https://js.stripe.com/v3/ in tests: the same calls, with plain fields in place of their frames. The payment method contains the
// security code, so that the test server can refuse it.
const names = { cardNumber: 'Card number', cardExpiry: 'Card expiry', cardCvc: 'Card code' };

window.Stripe = (publishableKey) => {
  if (!publishableKey.startsWith('pk_test_')) throw new Error('no key');
  const inputs = {};
  return {
    elements: () => ({
      create: (kind) => {
        const input = document.createElement('input');
        input.setAttribute('aria-label', names[kind]);
        inputs[kind] = input;
        return { mount: (place) => document.querySelector(place).append(input), clear: () => (input.value = '') };
      },
    }),
    createPaymentMethod: async ({ billing_details: { name } }) => {
      const complete = Object.values(inputs).every(({ value }) => value !== '') && name !== '';
      if (!complete) return { error: { code: 'incomplete_number' } };
      return { paymentMethod: { id: `pm_1Aurora_${inputs.cardCvc.value}`, card: { brand: 'visa' } } };
    },
  };
};
