import { find, mainOf } from './dom.ts';

/** Replaces this page's content with another page's, and focuses its heading; false if the HTML is no page of a checkout. */
export function replaceContent(html: string): boolean {
  const next = new DOMParser().parseFromString(html, 'text/html');
  if (!next.querySelector('main')) return false;
  document.title = next.title;
  for (const part of ['main', '.summary', '.bar']) {
    const old = find(part);
    const fresh = next.querySelector(part);
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
    else old?.remove();
  }
  history.replaceState(null, '', location.pathname);
  const title = find('h1', mainOf(document))!;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  scrollTo({ top: 0 });
  return true;
}
