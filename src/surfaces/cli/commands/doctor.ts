import { type Diagnosis, diagnose } from '../../../app/index.js';
import { SallyportError } from '../../../core/index.js';
import type { Invocation } from '../command.js';
import { typedContext } from '../context.js';
import { printJson } from '../print.js';

/** Where each setting came from, what is ready, what is missing and what to do about it. */
export async function doctor(invocation: Invocation): Promise<number> {
  const { io, json, app, values, positionals } = invocation;
  if (positionals.length > 0) throw new SallyportError('invalid_input', 'doctor takes no arguments.');
  const online = values['online'] === true ? typedContext(invocation) : null;
  const { diagnosis, exitCode } = await diagnose(await app(), 'cli', online);
  const [problem] = diagnosis.problems;
  if (json)
    printJson(
      io,
      problem === undefined
        ? { ok: true, ...diagnosis }
        : { ok: false, ...diagnosis, error: { ...problem, retryable: false } },
    );
  else io.out(report(diagnosis));
  return exitCode;
}

function report(about: Diagnosis): string {
  const { network, store, quota } = about;
  const lines = [
    `sallyport ${about.version} on Node ${about.node}, ${about.platform}`,
    '',
    `tools      ${about.tools.join(', ') || 'none'}`,
    `provider   ${about.provider.chosen === null ? 'none' : `${about.provider.chosen} (${about.provider.how})`}${about.provider.fallback.map((id) => `, else ${id}`).join('')}`,
    ...(about.hosted === null ? [] : [`hosted     ${about.hosted.door}: ${about.hosted.words}`]),
    ...(about.online === null ? [] : [`online     ${about.online.provider}: ${about.online.message}`]),
    ...about.providers.map(
      ({ id, state, reason, key, address, price }) =>
        `  ${id.padEnd(10)} ${state}${reason === null ? '' : `: ${reason}`}${key === null ? '' : ` (key from ${key})`}${address === null || state !== 'ready' ? '' : ` ${address}`}${price === null ? '' : `, ${price} USD a search`}`,
    ),
    `keys       ${about.keyOrder.join(' > ')}`,
    ...about.keys.map(
      ({ provider, kept, used }) => `  ${provider.padEnd(10)} used: ${used ?? 'none'}, kept: ${kept ?? 'no'}`,
    ),
    `quota      ${quota === null ? 'unknown' : `${quota.used} of ${quota.limit} queries used by agent ${quota.agent}, until ${quota.resetsAt}`}`,
    ...(quota?.cost === undefined
      ? []
      : [`cost       ${quota.cost.spent} of ${quota.cost.limit} USD of this month, until ${quota.cost.resetsAt}`]),
    `store      ${store.location} (${store.state}${store.reason === null ? '' : `: ${store.reason}`})`,
    '',
    `User-Agent ${network.userAgent}`,
    `robots.txt ${network.robots}`,
    `guard      ${network.guard}`,
    `exceptions ${network.exceptions.join(', ') || 'none'}`,
    `outside    ${network.outsideTheJail.join(', ') || 'no local command dials outside the jail'}`,
    '',
    `files      ${about.files.join(', ') || 'none'}`,
    ...about.settings.map(
      ({ key, value, origin }) => `  ${key.padEnd(30)} ${JSON.stringify(value).padEnd(20)} ${origin}`,
    ),
  ];
  if (about.problems.length > 0) lines.push('', 'to set right');
  for (const { code, message, hint } of about.problems) lines.push(`  ${code}: ${message}`, `    ${hint}`);
  return `${lines.join('\n')}\n`;
}
