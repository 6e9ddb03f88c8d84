/**
 * EDT5: classifies a request. `explain` and `review` need no model: the text asks only to explain or review the whole automation. Any
 * other text, such as a longer one or one that also requests a change, is `ask`.
 */
export function programAnswers(text: string): 'ask' | 'explain' | 'review' {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (explains.test(plain)) return 'explain';
  return reviews.test(plain) ? 'review' : 'ask';
}

const what =
  '(?: (?:est[ea]|ess[ea]|[oa]|minha|meu|this|the|my))?(?: (?:fluxo|automacao|flow|automation))?(?: (?:inteir[oa]|tod[oa]|pra mim|para mim))?';
const explains = new RegExp(
  `^(?:(?:me )?expli(?:que|ca|car)|explain|o que(?: e que)?(?: est[ea]| ess[ea]| o| a)? (?:fluxo|automacao) faz|o que faz|como funciona|what does(?: this| the) (?:flow|automation) do)${what}$`,
);
const reviews = new RegExp(
  `^(?:revis(?:e|a|ar)|review|confira|verifique|tem algum (?:erro|problema)(?: n?est[ea]| ness[ea]| n[oa])?|ha algum (?:erro|problema)(?: n?est[ea]| ness[ea]| n[oa])?)${what}$`,
);
