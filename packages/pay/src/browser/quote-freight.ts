import { find } from './dom.ts';

let latest = '';

/** COM32: shows the ways of delivery to a complete CEP, if they depend on it. Without an answer the next page shows them. */
export async function quoteFreight(form: HTMLFormElement, zipcode: string, quoting: string): Promise<void> {
  const place = find('[data-freight]', form);
  if (!place) return;
  latest = zipcode;
  const status = find('[data-freight-status]', form)!;
  status.textContent = quoting;
  const options = await optionsFor(place.dataset['freight']!, zipcode);
  if (latest !== zipcode) return;
  status.textContent = '';
  // Without an answer the options of another CEP must not stay.
  place.innerHTML = options;
}

async function optionsFor(address: string, zipcode: string): Promise<string> {
  try {
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams({ zipcode }) });
    return answer.status === 200 ? await answer.text() : '';
  } catch {
    return '';
  }
}
