import { textMembersOfRaw } from '../../steps/action/texts.ts';
import { branchMeans, groupOf, impliesStatus } from '../../conditions/logic.ts';
import { keysOf, type Node, type NodeList, type Outline } from '../outline.ts';
import type { Raw, Report } from '../../members/report.ts';
import { locationOf, type Topology } from './flat.ts';

// Flat rules 11 and 12, and their equivalents for nested flows (DEF4): no payment reminder goes to a customer who has paid.

/**
 * What is certain at a point of a flow: whether a delay came before, whether payment_status was found to be pending after it, and whether
 * the branch is for customers who have paid.
 */
type Known = { delayed: boolean; checked: boolean; paid: boolean };

/** Events that leave a payment open, which may be made during a delay: later messages are reminders. */
const charged: ReadonlySet<unknown> = new Set(['pix.generated', 'boleto.generated']);

/** Triggers of payment reminders: a branch for paid orders should send nothing. */
const asking: ReadonlySet<unknown> = new Set([...charged, 'cart.abandoned', 'payment.failed']);

/** Flat rules 11 and 12 (with the topology of a flat flow); RECOVERY_WITHOUT_CHECK and PAID_BRANCH_REMINDER in a nested one. */
export function checkRecovery(flow: Raw, { root }: Outline, topology: Topology | undefined, report: Report): void {
  if (!asking.has(flow.trigger_event)) return;
  const flat = topology !== undefined;
  const walk = new RecoveryWalk({
    unchecked: (node) => {
      if (!charged.has(flow.trigger_event)) return;
      report.addAt(keysOf(node), flat ? 'FLAT_RULE_12' : 'RECOVERY_WITHOUT_CHECK');
    },
    paid: (node) => report.addAt(keysOf(node), flat ? 'FLAT_RULE_11' : 'PAID_BRANCH_REMINDER'),
  });
  const start: Known = { delayed: false, checked: false, paid: false };
  if (topology) walk.flat(topology, start);
  else walk.list(root.nodes, start);
}

class RecoveryWalk {
  readonly #found: { unchecked: (node: Node) => void; paid: (node: Node) => void };

  constructor(found: { unchecked: (node: Node) => void; paid: (node: Node) => void }) {
    this.#found = found;
  }

  /** Walks a list; returns what is certain after it, undefined if the run has ended. */
  list(nodes: readonly Node[], known: Known): Known | undefined {
    let at: Known | undefined = known;
    for (const node of nodes) {
      if (!at) return undefined;
      at = this.step(node, at);
    }
    return at;
  }

  /** Walks a flat root list: every branch continues from its condition, a sub-condition from the branch before it. */
  flat({ nodes, owners }: Topology, start: Known): void {
    let trunk: Known | undefined = start;
    const inBranch = new Map<string, Known | undefined>();
    let before: string | undefined;
    for (const node of nodes) {
      const place = locationOf(node);
      if (node.type === 'condition') {
        const from: Known = (before === undefined ? undefined : inBranch.get(before)) ?? trunk ?? start;
        for (const branch of node.branches) {
          if (branch.id === undefined || owners.get(branch.id)?.condition !== node) continue;
          inBranch.set(
            branch.id,
            within(from, (status) => branchMeans(branch.raw, status)),
          );
        }
        this.step(node, from);
      } else if (place === undefined) trunk = trunk && this.step(node, trunk);
      else {
        const known = inBranch.get(place);
        if (known) inBranch.set(place, this.step(node, known));
      }
      before = place;
    }
  }

  step(node: Node, known: Known): Known | undefined {
    switch (node.type) {
      case 'delay':
        if (known.paid) this.#found.paid(node);
        return this.#inside(node, 'onNext', { ...known, delayed: true });
      case 'action':
        return this.#action(node, known);
      case 'condition':
        return this.#condition(node, known);
      case 'retry':
        return this.#inside(node, 'steps', known) ?? known;
      case 'loop':
        this.#inside(node, 'steps', known);
        return known;
      case 'end':
        return undefined;
      case undefined:
        return known;
      default:
        return node.type satisfies never;
    }
  }

  #action(node: Node, known: Known): Known | undefined {
    if (sendsMessage(node.raw)) {
      if (known.paid) {
        if (!isThanks(node.raw)) this.#found.paid(node);
      } else if (!known.delayed || !known.checked) this.#found.unchecked(node);
    }
    for (const list of node.lists) if (list.member[0] !== 'onNext') this.list(list.nodes, known);
    return this.#inside(node, 'onNext', known);
  }

  /** What is certain after a condition must be certain on every branch that continues. */
  #condition(node: Node, known: Known): Known | undefined {
    const outcomes: (Known | undefined)[] = [];
    if (Array.isArray(node.raw.branches)) {
      outcomes.push(known);
      for (const { raw, list } of node.branches) {
        if (!list) continue;
        const inside = within(known, (status) => branchMeans(raw, status));
        outcomes.push(this.list(list.nodes, inside));
      }
    } else {
      const group = groupOf(node.raw);
      for (const [member, passes] of [
        ['if_true', true],
        ['if_false', false],
      ] as const) {
        const inside = within(known, (status) => group !== undefined && impliesStatus(group, passes, status));
        outcomes.push(this.#inside(node, member, inside));
      }
    }
    const open = outcomes.filter((way) => way !== undefined);
    if (open.length === 0) return undefined;
    return { ...known, delayed: open.every((way) => way.delayed), checked: open.every((way) => way.checked) };
  }

  #inside(node: Node, member: string, known: Known): Known | undefined {
    const list: NodeList | undefined = node.lists.find((list) => list.member[0] === member);
    return list ? this.list(list.nodes, known) : known;
  }
}

/** What is certain in a branch, or in one list of a condition, that is only chosen where `means` holds. */
function within(known: Known, means: (status: 'paid' | 'pending') => boolean): Known {
  return {
    ...known,
    checked: known.checked || (known.delayed && means('pending')),
    paid: known.paid || means('paid'),
  };
}

const sendsMessage = ({ name }: Raw): boolean => typeof name === 'string' && name.startsWith('send_');

/** Whether a message to a customer who has paid is not a reminder: it thanks, and has no payment link or code. */
function isThanks({ name, data }: Raw): boolean {
  const text = textMembersOfRaw(name, data)
    .map((member) => member.text.slice(0, 5_000))
    .join('\n');
  const thanks = /obrigad|agradec|recebemos|confirmad|aprovad|parab[ée]ns|thank/i.test(text);
  return (
    thanks &&
    !/\{\{(?:order\.(?:pix_|url_pix|boleto_|url_checkout|domain)|cart\.url|checkout\.url|lead\.url)/.test(text)
  );
}
