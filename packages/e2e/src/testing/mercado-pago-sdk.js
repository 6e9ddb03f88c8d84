// Replaces https://sdk.mercadopago.com/js/v2 in tests: the same calls, with plain fields in place of their frames. The token contains the
// security code, so that the test server can refuse it.
window.MercadoPago = class {
  constructor(publicKey) {
    if (!publicKey.startsWith('TEST-')) throw new Error('no key');
    const heard = {};
    const inputs = {};
    this.fields = {
      create: (kind, { srLabel }) => {
        const input = document.createElement('input');
        input.setAttribute('aria-label', srLabel);
        inputs[kind] = input;
        input.addEventListener('input', () => {
          if (kind === 'cardNumber' && input.value.length >= 8) heard.binChange?.({ bin: input.value.slice(0, 8) });
        });
        const field = {
          mount: (id) => {
            document.getElementById(id).append(input);
            return field;
          },
          unmount: () => input.remove(),
          on: (event, hear) => (heard[event] = hear),
          update: () => field,
        };
        return field;
      },
      createCardToken: async ({ cardholderName, identificationNumber }) => {
        const complete = Object.values(inputs).every(({ value }) => value !== '') && cardholderName;
        if (!complete || identificationNumber !== '52998224725') throw new Error('incomplete');
        return { id: `token-${inputs.securityCode.value}-${Date.now()}`, last_four_digits: '6351' };
      },
    };
  }
  async getPaymentMethods() {
    return { results: [{ id: 'master', settings: [{ security_code: { length: 3 }, card_number: { length: 16 } }] }] };
  }
  async getInstallments() {
    const costs = [1, 3, 6].map((installments) => ({
      installments,
      recommended_message: `${installments}x de R$ ${(78 / installments).toFixed(2).replace('.', ',')} sem juros`,
    }));
    return [{ payer_costs: costs }];
  }
};
