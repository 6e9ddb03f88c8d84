/** The first element that matches. */
export const find = (selector: string, within: ParentNode = document): HTMLElement | null =>
  within.querySelector(selector);

/** All elements that match. */
export function all<Kind extends Element = HTMLElement>(selector: string, within: ParentNode = document): Kind[] {
  return [...within.querySelectorAll<Kind>(selector)];
}

/** The field of a form with that name. */
export const inputIn = (form: ParentNode, name: string): HTMLInputElement | null =>
  form.querySelector(`[name=${name}]`);

/** A page's content, which an update replaces. Its data describe the purchase. */
export const mainOf = (page: Document): HTMLElement => page.querySelector('main')!;

/** The language of the page. */
export const locale = document.documentElement.lang === 'en' ? 'en' : 'pt-BR';
