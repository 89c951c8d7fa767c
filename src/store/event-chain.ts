import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson, sha256 } from './canonical-json.js';
import type { EventInput, EventRecord } from './contract.js';

/** What the first event names as the hash before it. */
export const CHAIN_START = '0'.repeat(64);

/** Kind of the event that an erasure leaves in the chain: a payload that is gone without one was taken, not erased. */
export const ERASURE = 'payload_erased';

/** The last link of a chain: with it kept apart, a cut tail or a rewritten whole is found. */
export interface ChainHead {
  events: number;
  head: string;
}

/** The event as it follows `head`: the payload reaches the chain only by its hash, so that it can be erased. */
export function chainEvent(event: EventInput, head: ChainHead): { record: EventRecord; payload: string } {
  const payload = canonicalJson(event.payload);
  const link = {
    seq: head.events + 1,
    at: event.at,
    kind: event.kind,
    agent: event.agent,
    session: event.session,
    payloadHash: sha256(payload),
    previous: head.head,
  };
  return { record: { ...link, payload: JSON.parse(payload), hash: linkHash(link) }, payload };
}

/** Hash of one link: the fields as a JSON list in fixed order, so that no field can run into its neighbour. */
function linkHash(link: Omit<EventRecord, 'payload' | 'hash' | 'erased'>): string {
  const { seq, at, kind, agent, session, payloadHash, previous } = link;
  return sha256(JSON.stringify([seq, at, kind, agent, session, payloadHash, previous]));
}

/** Reads a chain from its first event and tells each fault with its place. Feed it every event in order of `seq`. */
export class ChainCheck {
  readonly faults: { seq: number; fault: string }[] = [];
  readonly #expected: ChainHead | undefined;
  readonly #erased = new Set<number>();
  readonly #erasures = new Set<number>();
  #events = 0;
  #head = CHAIN_START;

  constructor(expected?: ChainHead) {
    this.#expected = expected;
  }

  add(event: EventRecord, payload: string | null): void {
    const next = this.#events + 1;
    if (event.seq !== next) {
      this.#fault(next, event.seq === next + 1 ? 'missing' : `missing up to ${event.seq - 1}`);
    } else if (event.previous !== this.#head) {
      this.#fault(event.seq, 'does not follow the event before it');
    }
    if (linkHash(event) !== event.hash) this.#fault(event.seq, 'was altered');
    if (payload === null) this.#erased.add(event.seq);
    else if (sha256(payload) !== event.payloadHash) this.#fault(event.seq, 'has an altered payload');
    if (event.kind === ERASURE) this.#erasures.add(Number(event.payload['seq']));
    this.#events = event.seq;
    this.#head = event.hash;
    if (this.#expected?.events === event.seq && this.#expected.head !== event.hash) {
      this.#fault(event.seq, 'differs from the head that was kept apart: the log was rewritten');
    }
  }

  /** `recorded`: the head that the log itself remembers, where it is beyond the last event. */
  end(recorded?: ChainHead): {
    ok: boolean;
    events: number;
    head: string;
    faults: { seq: number; fault: string }[];
  } {
    for (const seq of this.#erased) {
      if (!this.#erasures.has(seq)) this.#fault(seq, 'has lost its payload without an erasure on record');
    }
    const most = Math.max(this.#expected?.events ?? 0, recorded?.events ?? 0);
    if (most > this.#events) this.#fault(this.#events + 1, `missing: the log once had ${most} events`);
    const faults = this.faults.sort((a, b) => a.seq - b.seq);
    return { ok: faults.length === 0, events: this.#events, head: this.#head, faults };
  }

  #fault(seq: number, fault: string): void {
    this.faults.push({ seq, fault });
  }
}

/**
 * The head as a line to be kept apart: `1 EVENTS HASH MAC`. The MAC (HMAC-SHA-256) shows that the line itself was
 * not made up by somebody without the key.
 */
export function sealHead({ events, head }: ChainHead, key: string): string {
  const text = `1 ${events} ${head}`;
  return `${text} ${mac(text, key)}`;
}

/** The head of a sealed line, or null where the line is not one or the key is another. */
export function openSeal(line: string, key: string): ChainHead | null {
  const parts = /^(1 (\d{1,15}) ([0-9a-f]{64})) ([0-9a-f]{64})$/.exec(line.trim());
  if (parts === null) return null;
  const [, text = '', events, head = '', claimed = ''] = parts;
  if (!timingSafeEqual(Buffer.from(mac(text, key), 'hex'), Buffer.from(claimed, 'hex'))) return null;
  return { events: Number(events), head };
}

function mac(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
