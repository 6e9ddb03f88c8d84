// Mercado Pago's secure fields: number, expiry date and security code are frames of Mercado Pago, so no card number ever reaches this page
// or our server. Loaded only after Card was chosen. After a refusal all fields except the security code keep their values.

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
    createCardToken(holder: object): Promise<{ id: string } | undefined>;
  };
  getPaymentMethods(of: {
    bin: string;
  }): Promise<{ results: { id: string; settings: { security_code: object; card_number: object }[] }[] }>;
  getInstallments(of: { amount: string; bin: string; locale: string }): Promise<{ payer_costs: PayerCost[] }[]>;
};

const block = document.querySelector<HTMLElement>('.card[data-public-key]')!;
const form = block.closest('form')!;
const input = (name: string): HTMLInputElement => form.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const {
  publicKey = '',
  amount = '',
  document: payer = '',
  max = '',
  locale = '',
  unreachable = '',
  check = '',
} = block.dataset;
const labels = JSON.parse(block.dataset['labels']!) as Record<'number' | 'expiry' | 'code' | 'expiryHint', string>;

function complain(text: string | null): void {
  const error = block.querySelector<HTMLElement>('#card-error')!;
  error.hidden = text === null;
  error.querySelector('[data-error-text]')!.textContent = text;
}

function loadSdk(): Promise<Sdk> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'https://sdk.mercadopago.com/js/v2';
    script.addEventListener('error', reject);
    script.addEventListener('load', () => {
      const { MercadoPago } = window as unknown as { MercadoPago: new (key: string, options: object) => Sdk };
      resolve(new MercadoPago(publicKey, { locale: locale === 'en' ? 'en-US' : 'pt-BR', trackingDisabled: true }));
    });
    document.head.append(script);
  });
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

  form.addEventListener(
    'submit',
    (event) => {
      const isCard = new FormData(form).get('method') === 'card';
      if (!isCard || event.defaultPrevented) return;
      event.preventDefault();
      void pay();
    },
    { capture: true },
  );

  const pay = async (): Promise<void> => {
    complain(null);
    const button = form.querySelector<HTMLButtonElement>('button[data-working]')!;
    const content = [...button.childNodes];
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    button.replaceChildren(button.dataset['working']!);
    const token = await sdk.fields.createCardToken(holderOf()).catch(() => undefined);
    input('token').value = token?.id ?? '';
    const html = token ? await send().catch(() => undefined) : undefined;
    button.removeAttribute('aria-disabled');
    button.replaceChildren(...content);
    if (!html) return complain(token ? unreachable : check);
    if (show(html)) {
      code.unmount();
      code = make('securityCode', 'card-code', labels.code);
    }
  };
}

function holderOf(): object {
  const typed = form.querySelector<HTMLInputElement>('#holder-document')?.value.replace(/[^0-9a-z]/gi, '');
  const document = payer || typed;
  return {
    cardholderName: input('holder').value.trim(),
    ...(document && { identificationType: document.length === 11 ? 'CPF' : 'CNPJ', identificationNumber: document }),
  };
}

function offer(costs: readonly PayerCost[]): void {
  const select = form.querySelector<HTMLSelectElement>('[name=installments]')!;
  select.replaceChildren(
    ...costs
      .filter(({ installments }) => installments <= Number(max))
      .map(({ installments, recommended_message }) => new Option(recommended_message, String(installments))),
  );
}

/** Submits the form; returns the HTML of the next page, to which the server redirects. */
async function send(): Promise<string> {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  const answer = await fetch(form.action, { method: 'POST', body });
  return answer.text();
}

/** Shows a refusal in place and returns true; any other response replaces the page. */
function show(html: string): boolean {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const problem = next.querySelector<HTMLElement>('#problem');
  if (!problem || !next.querySelector('form[data-method]')) {
    document.dispatchEvent(new CustomEvent('retoma:page', { detail: html }));
    return false;
  }
  document.title = next.title;
  document.querySelector('#problem')?.remove();
  document.querySelector('h1')!.after(document.adoptNode(problem));
  problem.focus();
  return true;
}

start().catch(() => complain(unreachable));
