/**
 * Tokens that chat templates give a meaning, and tags that hosts of models use for tools and notes. A serving stack
 * that reads them in plain text would end the user's turn in the middle of a page. Sources: the published chat
 * templates of Llama 2/3, Mistral, Gemma, Qwen and other ChatML models, DeepSeek, Phi, Command R.
 */

// `[INST]` and its kin, escaped as Markdown or not.
export const BRACKET_TOKEN =
  /\\?\[(\/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|CALL_ID|ARGS|IMG|IMG_BREAK|IMG_END|PREFIX|MIDDLE|SUFFIX|THINK|BOS|EOS|gMASK))\\?\]/y;

// `<` in all its widths, where a `<|token|>` starts ...
export const TOKEN_START = /\\?(?:<|＜|﹤|&lt;)(?=[|｜]|<\/?SYS)/y;
// ... or a tag, a comment or a `<|token|>` starts.
export const TAG_START = /\\?(?:<|＜|﹤|&lt;)(?=\/?[A-Za-z_]|[!?]|[|｜]|<\/?SYS|\\[|_/])/y;
