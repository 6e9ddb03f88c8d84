// Stripe's fields: number, expiry date and security code are frames of Stripe, so no card number ever reaches this page or our server. Loaded
// only after Card was chosen. After a refusal all fields except the security code keep their values.

import { input, loadScript, payWith, readForm, unreachable } from '@retoma/pay/card-form';

type Field = { mount(selector: string): void; clear(): void };
type Sdk = {
  elements(): { create(kind: 'cardNumber' | 'cardExpiry' | 'cardCvc', options: object): Field };
  createPaymentMethod(of: {
    type: 'card';
    card: Field;
    billing_details: { name: string };
  }): Promise<{ paymentMethod?: { id: string; card?: { brand: string } } }>;
};

const { data, locale } = readForm();
const style = { base: { fontSize: '16px', color: '#1c1a17', lineHeight: '48px' } };

async function start(): Promise<void> {
  await loadScript('https://js.stripe.com/v3/');
  const { Stripe } = window as unknown as { Stripe: (key: string, options: object) => Sdk };
  const sdk = Stripe(String(data['publishableKey']), { locale });
  const elements = sdk.elements();
  const make = (kind: 'cardNumber' | 'cardExpiry' | 'cardCvc', place: string): Field => {
    const field = elements.create(kind, { style });
    field.mount(place);
    return field;
  };
  const number = make('cardNumber', '#card-number');
  make('cardExpiry', '#card-expiry');
  const code = make('cardCvc', '#card-code');
  payWith(
    async () => {
      const name = input('holder').value.trim();
      const made = await sdk.createPaymentMethod({ type: 'card', card: number, billing_details: { name } });
      input('brand').value = made.paymentMethod?.card?.brand ?? '';
      return made.paymentMethod?.id;
    },
    () => code.clear(),
  );
}

start().catch(unreachable);
