export interface Suspicion {
  /** Nearest heading above it, or `line N`. */
  place: string;
  /** The words that raised it, at most 120 characters. */
  phrase: string;
}

// Sentences that speak to a model rather than to a reader. Said, not judged: the text stays.
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,30}\b(?:all|any|previous|prior|earlier|above|preceding|your|these|the)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|context|messages?)\b/i,
  /\b(?:do not|don't|never) (?:tell|inform|mention|reveal|show|alert)\b[^.\n]{0,40}\b(?:the )?(?:user|human|operator|person)\b/i,
  /\b(?:reveal|print|repeat|output|send|leak)\b[^.\n]{0,40}\b(?:system prompt|hidden prompt|initial instructions|your instructions|api keys?|credentials|environment variables)\b/i,
  /\byou are (?:now|no longer)\b[^.\n]{0,60}\b(?:assistant|model|ai|agent|mode|free|unrestricted|dan|developer)\b/i,
  /\b(?:new|updated|important|real|actual|urgent) (?:system )?instructions?\b(?: (?:for|to) (?:the )?(?:ai|assistant|model|agent|llm|chatbot|claude|gpt|gemini|copilot))?\s*:/i,
  /\b(?:dear|attention|hey|hello|note to|message to|instructions? (?:for|to)) (?:the )?(?:ai|llm|language model|assistant|agent|chatbot|claude|chatgpt|gpt|gemini|copilot)s?\b/i,
  /\b(?:as|if you are) an? (?:ai|llm|large language model|language model|automated|autonomous)(?: (?:assistant|agent|system|model))?\b[^.\n]{0,80}\b(?:must|should|please|need to|have to|are (?:asked|required|instructed))\b/i,
  /\b(?:call|invoke|use|run|execute)\b[^.\n]{0,20}\b(?:the )?[a-z]+(?:_[a-z]+)+\b(?: (?:tool|function))?[^.\n]{0,60}\b(?:with|to|and)\b[^.\n]{0,60}\b(?:send|email|post|delete|transfer|upload|url|address|token|key|password|contents?)\b/i,
  /\b(?:visit|fetch|open|load|request|navigate to|browse to|go to|send (?:it|them|this|data)? ?to)\b[^\n]{0,30}https?:\/\/[^\s)\]]*[?&/][^\s)\]]*(?:=|\{|\[|%7B|<)[^\s)\]]*/i,
  /\b(?:append|include|encode|put|add|insert)\b[^.\n]{0,60}\b(?:conversation|chat history|secrets?|api keys?|passwords?|user'?s? data|contents? of)\b[^.\n]{0,60}\b(?:url|query|parameter|link|address|image|path)\b/i,
  /(?:^|\n)[ \t]*(?:system|assistant|human|user|developer)\s*:\s*\S/i,
  /#{2,3} ?(?:instruction|system|response|human|assistant)s?:/i,
  /"role"\s*:\s*"(?:system|assistant|developer|tool)"/i,
  /"(?:tool_calls?|function_call|tool_use)"\s*:/i,
  /(?:<|‹|&lt;)\/?(?:system|system-reminder|tool_result|tool_call|tool_use|function_calls?|function_results?|invoke|instructions?|assistant|im_start|untrusted)\b/i,
  /(?:<|‹)[|｜][a-z_▁ ]+[|｜](?:>|›)|[[(]\/?INST[\])]/i,
  /\b(?:ignoriere|vergiss)\b[^.\n]{0,30}\b(?:alle|vorherigen|bisherigen|obigen)\b[^.\n]{0,30}\b(?:anweisungen|regeln|befehle)\b/i,
  /\bignore[zr]?\b[^.\n]{0,30}\b(?:toutes|précédentes|les)\b[^.\n]{0,30}\b(?:instructions|consignes|règles)\b/i,
  /\bignora\b[^.\n]{0,30}\b(?:todas|anteriores|las|tutte|le)\b[^.\n]{0,30}\b(?:instrucciones|reglas|istruzioni|precedenti)\b/i,
  /(?:忽略|无视|無視)[^。\n]{0,12}(?:指令|指示|提示|规则|規則)/,
];

const LIMIT = 10;

/**
 * Places where a text seems to address a model: orders to drop its instructions, tool-call syntax, requests to visit
 * an address with data. A suspicion for `notes`, at most ten of them.
 */
export function instructionLike(text: string): Suspicion[] {
  const hits: { at: number; phrase: string }[] = [];
  for (const pattern of PATTERNS) {
    const match = pattern.exec(text);
    if (match !== null) hits.push({ at: match.index, phrase: match[0].replace(/\s+/g, ' ').trim().slice(0, 120) });
  }
  hits.sort((a, b) => a.at - b.at);
  return hits.slice(0, LIMIT).map(({ at, phrase }) => ({ place: placeOf(text, at), phrase }));
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const headings = [...before.slice(-20_000).matchAll(/(?:^|\n)#{1,6} ([^\n]{1,200})/g)];
  const heading = headings.at(-1)?.[1];
  return heading === undefined ? `line ${before.split('\n').length}` : `under "${heading.trim().slice(0, 80)}"`;
}
