"""Items of an answer of the Responses API, and the server that sends them."""

from assistant.dialects import dialect

SERVER = dialect("openai")
SAYS = {
    "type": "message",
    "id": "m1",
    "role": "assistant",
    "content": [{"type": "output_text", "text": "12.30", "annotations": [{"url": "u"}]}],
}
REFUSES = {"type": "message", "id": "m1", "role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
THINKS = {"type": "reasoning", "id": "rs1", "summary": [{"type": "summary_text", "text": "Hm."}], "encrypted_content": "sealed"}
CALLS = {"type": "function_call", "id": "fc1", "call_id": "c1", "name": "look_up", "arguments": '{"a": 1}'}
