import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import type { PaymentMethod } from '@retoma/commerce';
import { setPaymentAccount } from '../../../providers/connections/testing/set-unverified.ts';
import type { TestService } from '../../../testing/test-service.ts';

/** A response of the payment page. `text`: the page without tags, with single spaces. */
export type Seen = { status: number; html: string; text: string; headers: Headers; location: string | null };

/** Two mugs for R$ 78,00. `shipped`: the cart needs an address. */
export const mugs = (shipped = false) => ({
  cart: {
    items: [{ title: 'Caneca', quantity: 2, unitPrice: 3900, image: 'https://loja.example/c.png' }],
    requiresShipping: shipped,
  },
});

/** A shopper with valid details, as the form sends them. */
export const marina = {
  email: 'marina@exemplo.com.br',
  name: 'Marina Souza',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
};

/** An address, as the form sends it. */
export const paulista = {
  zipcode: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: '',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

const phone =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

/** A browser without scripts on the payment page of a test service. It keeps the cookie of each path. */
export function shopperAt(service: TestService) {
  const cookies = new Map<string, Map<string, string>>();
  const ask = async (path: string, init: RequestInit = {}): Promise<Seen> => {
    const sent = [...cookies].flatMap(([of, pairs]) => (path.startsWith(of) ? [...pairs] : []));
    const cookie = sent.map((pair) => pair.join('=')).join('; ');
    const headers = {
      'accept-language': 'pt-BR',
      'user-agent': phone,
      ...(cookie !== '' && { cookie }),
      ...(init.headers as Record<string, string>),
    };
    const answer = await fetch(service.baseUrl + path, { redirect: 'manual', ...init, headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value, of] = /^([^=]*)=([^;]*); Path=([^;]*)/.exec(set)!;
      cookies.set(of!, (cookies.get(of!) ?? new Map<string, string>()).set(name!, value!));
    }
    const html = await answer.text();
    const text = html
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&#39;', "'")
      .replace(/\s+/g, ' ');
    return { status: answer.status, html, text, headers: answer.headers, location: answer.headers.get('location') };
  };
  const post = (path: string, form: Record<string, string>): Promise<Seen> =>
    ask(path, { method: 'POST', body: new URLSearchParams(form) });
  return {
    open: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
    post,
    /** Creates a checkout and returns its page's path. */
    create: async (request: object): Promise<string> => {
      const answer = (await (await service.post(request)).json()) as { checkoutId: string };
      return `/pay/${answer.checkoutId}`;
    },
    /** Presses a button of the form and returns the page that it leads to. */
    submit: async (path: string, form: Record<string, string>): Promise<Seen> => {
      const answer = await post(path, form);
      return answer.location === null ? answer : ask(answer.location);
    },
    /** Acts as the sandbox's bank on the payment that a page waits for. */
    actAsBank: async (seen: Seen, act: string): Promise<Seen> =>
      post(/\/pay\/sandbox\/[0-9a-f-]+/.exec(seen.html)![0], { act }),
    /** Offers payment methods through the sandbox. */
    offer: (...methods: PaymentMethod[]) =>
      setPaymentAccount(service.context, service.storeId, { provider: 'sandbox', methods }, unaudited),
  };
}

/** The PIX code that a page shows. */
export const codeIn = ({ html }: Seen): string | undefined => /id="pix-code"[^>]*value="([^"]*)"/s.exec(html)?.[1];

/** The value of a field of the form. */
export const valueOf = ({ html }: Seen, name: string): string | undefined =>
  new RegExp(`<input[^>]*name="${name}"[^>]*?value="([^"]*)"`, 's').exec(html)?.[1];

/** The names of the fields that a page asks a shopper to fill in: the empty ones, without the complement, which is in a fold. */
export const emptyFieldsIn = ({ html }: Seen): string[] =>
  [...html.matchAll(/<input\b[^>]*>|<select\b.*?<\/select>/gs)]
    .map(([tag]) => tag)
    .filter((tag) => !/type="(hidden|checkbox|radio)"|value="[^"]+"[^>]*(\/>$|selected)/.test(tag))
    .map((tag) => /name="([^"]*)"/.exec(tag)![1]!)
    .filter((name) => name !== 'complement');
