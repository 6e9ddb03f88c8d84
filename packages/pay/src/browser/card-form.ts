// The form around a provider's card fields. The provider's script reads its data, mounts its frames, and makes a token of the card, which is
// all that our server gets.

/** What every card form holds. `amount`: decimal, such as `189.90`. */
type CardFormData = {
  /** What the provider added. */
  readonly data: Readonly<Record<string, string | number | null>>;
  readonly amount: string;
  readonly locale: 'pt-BR' | 'en';
  readonly unreachable: string;
  readonly check: string;
  readonly labels: Readonly<Record<'number' | 'expiry' | 'code' | 'expiryHint', string>>;
};

const block = document.querySelector<HTMLElement>('.card[data-form]')!;
const form = block.closest('form')!;

/** The data of the form. */
export const readForm = (): CardFormData => JSON.parse(block.dataset['form']!) as CardFormData;

/** A field of the form. */
export const input = (name: string): HTMLInputElement => form.querySelector<HTMLInputElement>(`[name=${name}]`)!;

function complain(text: string | null): void {
  const error = block.querySelector<HTMLElement>('#card-error')!;
  error.hidden = text === null;
  error.querySelector('[data-error-text]')!.textContent = text;
}

/** Says that the provider cannot be reached. */
export const unreachable = (): void => complain(readForm().unreachable);

/** Loads a script of the provider. */
export const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('error', reject);
    script.addEventListener('load', () => resolve());
    document.head.append(script);
  });

/**
 * Pays with a card when the form is submitted. `tokenise` makes the card's token; undefined: the shopper must check the fields. `refused`
 * is called when the page stays after a refusal, and empties the security code.
 */
export function payWith(tokenise: () => Promise<string | undefined>, refused: () => void): void {
  form.addEventListener(
    'submit',
    (event) => {
      const isCard = new FormData(form).get('method') === 'card';
      if (!isCard || event.defaultPrevented) return;
      event.preventDefault();
      void pay(tokenise, refused);
    },
    { capture: true },
  );
}

async function pay(tokenise: () => Promise<string | undefined>, refused: () => void): Promise<void> {
  complain(null);
  const button = form.querySelector<HTMLButtonElement>('button[data-working]')!;
  const content = [...button.childNodes];
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  button.replaceChildren(button.dataset['working']!);
  const token = await tokenise().catch(() => undefined);
  input('token').value = token ?? '';
  const html = token ? await send().catch(() => undefined) : undefined;
  button.removeAttribute('aria-disabled');
  button.replaceChildren(...content);
  if (html) {
    if (show(html)) refused();
  } else if (token) unreachable();
  else complain(readForm().check);
}

/** Submits the form; returns the HTML of the next page, to which the server redirects. */
async function send(): Promise<string> {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  const answer = await fetch(form.action, { method: 'POST', body });
  return answer.text();
}

/** Shows a refusal in place and returns true; any other response replaces the page. */
function show(html: string): boolean {
  // As in replace-content.ts, which this file cannot import: a module that both share would be one more file to load.
  // A style sheet that this page's policy does not allow is a violation already when it is parsed.
  const next = new DOMParser().parseFromString(html.replace(/<style>[^]*?<\/style>/g, ''), 'text/html');
  const problem = next.querySelector<HTMLElement>('#problem');
  // COM40: the fields of another provider need its script.
  const provider = next.querySelector<HTMLInputElement>('[name=provider]');
  if (provider && provider.value !== input('provider').value) {
    location.reload();
    return false;
  }
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
