import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { canonicalJson, sha256 } from '../../app/canonical.js';
import { type Answer, type Asker, type Question, QuestionPending } from '../../app/context.js';

/** What travels through the client between two rounds, signed: which call it belongs to and what was answered so far. */
export interface RoundState {
  /** SHA-256 of session, tool and arguments: an answer given for one call is worth nothing for another. */
  call: string;
  /** Used once. */
  id: string;
  /** Key of the question that was asked. */
  asked: string;
  given: Readonly<Record<string, Answer>>;
}

const FIELD = 'approval';

/** One call's questions over as many rounds as it takes; the call is made anew each time, with the answers so far. */
export class Rounds {
  readonly #call: string;
  readonly #given: Record<string, Answer> = {};

  /** `used` holds the ids of states that came back before: a state answers once. */
  constructor(ctx: ServerContext, about: { session: string; tool: string; args: unknown }, used: Set<string>) {
    this.#call = sha256(canonicalJson(about));
    const state = ctx.mcpReq.requestState<RoundState>();
    if (state === undefined || state.call !== this.#call || used.has(state.id)) return;
    used.add(state.id);
    Object.assign(this.#given, state.given);
    const answer = acceptedContent<{ answer?: unknown }>(ctx.mcpReq.inputResponses, FIELD)?.answer;
    // Declined, cancelled or something else than was offered: no.
    this.#given[state.asked] = ANSWERS.find((known) => known === answer) ?? 'deny';
  }

  readonly ask: Asker = async (question) => {
    const given = this.#given[keyOf(question)];
    if (given === undefined) throw new QuestionPending(question);
    return question.about === 'secret' && given !== 'once' ? 'deny' : given;
  };

  /** The answer that makes the client ask its person. */
  async pending(
    question: Question,
    codec: RequestStateCodec<RoundState>,
    id: string,
    ctx: ServerContext,
  ): Promise<InputRequiredResult> {
    const offered: readonly Answer[] =
      question.about === 'secret' ? ['once', 'deny'] : question.host === null ? ['once', 'tool', 'deny'] : ANSWERS;
    return inputRequired({
      inputRequests: {
        [FIELD]: inputRequired.elicit({
          message: `${question.tool}: ${question.reason}\n${question.what}`,
          requestedSchema: {
            type: 'object',
            properties: {
              answer: {
                type: 'string',
                title: 'Allow?',
                enum: [...offered],
                enumNames: offered.map((answer) => NAMES[answer]),
              },
            },
            required: ['answer'],
          },
        }),
      },
      requestState: await codec.mint({ call: this.#call, id, asked: keyOf(question), given: this.#given }, ctx),
    });
  }
}

const NAMES: Readonly<Record<Answer, string>> = {
  once: 'Allow once',
  tool: 'Always allow this tool',
  host: 'Always allow this host',
  deny: 'Deny',
};
const ANSWERS: readonly Answer[] = ['once', 'tool', 'host', 'deny'];

const keyOf = (question: Question): string => sha256(canonicalJson(question));

/** Whether the client said that it can ask its person by a form: with the request in the newer era, at the start in the older. */
export function canElicit(server: McpServer, ctx: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = ctx.mcpReq.envelope ?? {};
  const said = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities()) as
    | { elicitation?: { form?: object; url?: object } }
    | undefined;
  const elicitation = said?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
