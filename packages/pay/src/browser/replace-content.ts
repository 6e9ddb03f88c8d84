import { all, find, mainOf } from './dom.ts';

/** Replaces this page's content with another page's, and focuses its heading; false if it loads that page, or if the HTML is not a checkout page. */
export function replaceContent(html: string): boolean {
  // A style sheet that this page's policy does not allow is a violation already when it is parsed.
  const next = new DOMParser().parseFromString(html.replace(styleElements, ''), 'text/html');
  if (!find('main', next)) return false;
  // Card fields need a script of their own, the frame of a bank its own policy, and a form its own style sheets.
  if (find('.card, iframe', next) || !hasStyleOf(html)) {
    location.reload();
    return false;
  }
  document.title = next.title;
  for (const part of ['.page', '.bar']) {
    const old = find(part);
    const fresh = find(part, next);
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

const styleElements = /<style>[^]*?<\/style>/g;

/** Whether this page contains each style sheet of another. */
const hasStyleOf = (html: string): boolean =>
  (html.match(styleElements) ?? []).every((sheet) => all('style').some(({ outerHTML }) => outerHTML === sheet));
