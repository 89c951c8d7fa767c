import { type Decision, matchesHost, parseUrl, validHostPattern } from '../core/index.js';
import type { EgressInput } from './contract.js';
import { judgePlain } from './plain.js';

/**
 * May this address be fetched? In this order: deny -> allow -> seen -> plain -> ask -> refuse. The same judgement is
 * made on every hop of a redirect. It says nothing about where the address leads: the jail holds in every mode.
 */
export function judgeEgress(input: EgressInput): Decision {
  const url = parseUrl(input.url);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return refuse('not-an-address', 'This is not an http or https address.', 'Give an absolute http or https address.');
  }
  const host = hostWithPort(url);

  // Closes: a typing mistake in the deny list that silently denies nothing.
  const broken = input.deny.find((pattern) => validHostPattern(pattern, { any: true }) !== null);
  if (broken !== undefined) {
    return refuse(
      'deny-list',
      `The deny list holds "${broken}", which is no host pattern, so nothing is let through.`,
      'Mend egress.deny: a host pattern is `example.com` or `*.example.com`.',
    );
  }
  const denied = input.deny.find((pattern) => matchesHost(pattern, host, { any: true }));
  if (denied !== undefined) {
    return refuse('deny-list', `The operator denies ${url.host} (${denied}).`, 'It is denied by egress.deny.');
  }
  const allowed = input.allow.find((pattern) => matchesHost(pattern, host));
  if (allowed !== undefined) return allow('allow-list', `${url.host} is allowed by ${allowed}.`);
  if (input.mode === 'open') return allow('mode-open', 'The operator opened egress.');
  if (input.mode === 'allowlist') {
    return askOrRefuse(input, 'mode-allowlist', `${url.host} is not on the allow list.`);
  }

  if (input.seen === 'operator') return allow('seen-operator', 'The operator gave this address.');
  if (input.seen === 'search') return allow('seen-search', 'This address came from a search result.');
  if (input.seen === 'page' && input.linkBudget) {
    return allow('seen-page', 'This address is a link of a page read in this session.');
  }
  // Closes: a page whose many links spell a message by which of them are followed. Plain must not let them in again.
  if (input.seen === 'page' || (input.tainted && input.mode === 'plain' && !input.linkBudget)) {
    return askOrRefuse(
      input,
      'link-budget',
      `The links that may be followed on ${url.host} in one session are used up.`,
    );
  }
  if (input.mode !== 'plain') {
    return askOrRefuse(input, `mode-${input.mode}`, 'This address was not seen in this session.');
  }

  const plain = judgePlain(input.url);
  if (!plain.plain) {
    return askOrRefuse(
      input,
      `not-plain:${plain.reason}`,
      `This address was not seen in this session, and it could carry data out (${plain.reason}).`,
    );
  }
  // Closes: a page that talks the model into fetching a new host whose words are the message.
  if (input.tainted && !input.seenHost) {
    return askOrRefuse(
      input,
      'not-plain:tainted',
      `This session has read untrusted text, and no address of ${url.host} was seen in it.`,
    );
  }
  return allow('plain', 'A plain address: it can carry next to nothing out.');
}

function hostWithPort(url: URL): string {
  return `${url.hostname}:${url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port}`;
}

function allow(rule: string, reason: string): Decision {
  return { verdict: 'allow', rule, reason };
}

function refuse(rule: string, reason: string, hint: string): Decision {
  return { verdict: 'refuse', rule, reason, code: 'egress_refused', hint };
}

function askOrRefuse(input: EgressInput, rule: string, reason: string): Decision {
  const setting = 'The operator can add the host to egress.allow, or set egress.mode.';
  if (input.approval === 'never') return refuse(rule, reason, `${setting} With approval "never" nothing is asked.`);
  if (!input.canAsk) return refuse(rule, reason, `${setting} Nobody can be asked here; search results may be fetched.`);
  return { verdict: 'ask', rule, reason, hint: setting };
}
