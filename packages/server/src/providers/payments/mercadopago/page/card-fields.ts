// Mercado Pago's secure fields: number, expiry date and security code are frames of Mercado Pago, so no card number ever reaches this page
// or our server. Loaded only after Card was chosen. After a refusal all fields except the security code keep their values.

import { input, loadScript, payWith, readForm, unreachable } from '@retoma/pay/card-form';

type Field = {
  mount(id: string): Field;
  unmount(): void;
  on(event: string, listener: (data: { bin?: string | null }) => void): void;
  update(properties: object): void;
};
type PayerCost = { installments: number; recommended_message: string };
type Sdk = {
  fields: {
    create(kind: string, options: object): Field;
    createCardToken(holder: object): Promise<{ id: string; last_four_digits?: string } | undefined>;
  };
  getPaymentMethods(of: {
    bin: string;
  }): Promise<{ results: { id: string; settings: { security_code: object; card_number: object }[] }[] }>;
  getInstallments(of: { amount: string; bin: string; locale: string }): Promise<{ payer_costs: PayerCost[] }[]>;
};

const { data, amount, locale, labels } = readForm();
const { publicKey, document: payer, max } = data as { publicKey: string; document: string | null; max: number };

async function loadSdk(): Promise<Sdk> {
  await loadScript('https://sdk.mercadopago.com/js/v2');
  const { MercadoPago } = window as unknown as { MercadoPago: new (key: string, options: object) => Sdk };
  return new MercadoPago(publicKey, { locale: locale === 'en' ? 'en-US' : 'pt-BR', trackingDisabled: true });
}

const look = { style: { fontSize: '16px', color: '#1c1a17', height: '48px' }, ariaRequired: true };

async function start(): Promise<void> {
  const sdk = await loadSdk();
  const make = (kind: string, place: string, label: string, more: object = {}): Field =>
    sdk.fields.create(kind, { ...look, ...more, srLabel: label }).mount(place);
  const number = make('cardNumber', 'card-number', labels.number, { enableLuhnValidation: true });
  make('expirationDate', 'card-expiry', labels.expiry, { mode: 'short', placeholder: labels.expiryHint });
  let code = make('securityCode', 'card-code', labels.code);
  number.on('binChange', ({ bin }) => void (bin && brandOf(bin)));

  const brandOf = async (bin: string): Promise<void> => {
    const [methods, [costs]] = await Promise.all([
      sdk.getPaymentMethods({ bin }),
      sdk.getInstallments({ amount, bin, locale }),
    ]);
    const brand = methods.results[0];
    input('brand').value = brand?.id ?? '';
    const settings = brand?.settings[0];
    if (settings) number.update({ settings: settings.card_number });
    if (settings) code.update({ settings: settings.security_code });
    offer(costs?.payer_costs ?? []);
  };

  payWith(
    async () => {
      const token = await sdk.fields.createCardToken(holderOf());
      input('last_digits').value = token?.last_four_digits ?? '';
      // The SDK's fraud prevention sets it.
      input('device').value = (window as { MP_DEVICE_SESSION_ID?: string }).MP_DEVICE_SESSION_ID ?? '';
      return token?.id;
    },
    () => {
      code.unmount();
      code = make('securityCode', 'card-code', labels.code);
    },
  );
}

function holderOf(): object {
  const typed = document.querySelector<HTMLInputElement>('#holder-document')?.value.replace(/[^0-9a-z]/gi, '');
  const id = payer || typed;
  return {
    cardholderName: input('holder').value.trim(),
    ...(id && { identificationType: id.length === 11 ? 'CPF' : 'CNPJ', identificationNumber: id }),
  };
}

function offer(costs: readonly PayerCost[]): void {
  const select = document.querySelector<HTMLSelectElement>('[name=installments]')!;
  select.replaceChildren(
    ...costs
      .filter(({ installments }) => installments <= max)
      .map(({ installments, recommended_message }) => new Option(recommended_message, String(installments))),
  );
}

start().catch(unreachable);
