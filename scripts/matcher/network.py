"""The matcher as a PyTorch module, its inputs, and the file that the product reads. See README.md."""

import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
KNOWN_WORDS, DIMENSIONS, SPECIALS = 50_000, 100, 4
WIDTH, OWN_WORDS, VECTOR_SCALE = 32, 3_000, 3
MAX_QUESTION, MAX_HEADING, MAX_TEXT = 20, 10, 48
torch.set_num_threads(1)


def word_data():
    folder = os.path.join(ROOT, "server/language/data/word-vectors")
    read = lambda name, kind: np.fromfile(os.path.join(folder, name), dtype=kind).astype(np.float32)
    vectors = read("vectors.bin", np.int8).reshape(KNOWN_WORDS, DIMENSIONS)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9
    specials = lambda value: np.full(SPECIALS, value, np.float32)
    return (
        np.concatenate([vectors, np.zeros((SPECIALS, DIMENSIONS), np.float32)]),
        np.concatenate([read("word-weights.bin", np.uint8) / 255, specials(0.4)]),
        np.concatenate([read("question-word-weights.bin", np.uint8) / 255, specials(0.4)]),
    )


class Matcher(nn.Module):
    """Decomposable attention (Parikh et al., 2016) over fixed word embeddings."""

    def __init__(self, dropout=0.15):
        super().__init__()
        vectors, weights, question_weights = (torch.tensor(each) for each in word_data())
        self.register_buffer("vectors", vectors * VECTOR_SCALE, persistent=False)
        self.register_buffer("weights", weights, persistent=False)
        self.register_buffer("question_weights", question_weights, persistent=False)
        self.own = nn.Embedding(OWN_WORDS + 1 + SPECIALS, WIDTH)
        nn.init.normal_(self.own.weight, std=0.02)
        self.project = nn.ModuleList([nn.Linear(DIMENSIONS + 1, WIDTH), nn.Linear(DIMENSIONS + 2, WIDTH)])
        self.norm = nn.ModuleList([nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)])
        self.compare = nn.ModuleList([nn.Linear(4 * WIDTH + 3, WIDTH), nn.Linear(4 * WIDTH + 3, WIDTH)])
        self.attend = nn.ModuleList([nn.Linear(WIDTH + 1, 1, bias=False), nn.Linear(WIDTH + 1, 1, bias=False)])
        self.same_word = nn.Parameter(torch.tensor(2.0))
        self.out = nn.Sequential(nn.Linear(4 * WIDTH, WIDTH), nn.ReLU(), nn.Dropout(dropout), nn.Linear(WIDTH, 1))
        self.dropout = nn.Dropout(dropout)

    def encode(self, side, words, mask, extra):
        own = torch.where(words >= KNOWN_WORDS, words - KNOWN_WORDS + OWN_WORDS + 1, torch.where(words < OWN_WORDS, words + 1, 0))
        inputs = torch.cat([self.vectors[words], *(each[..., None] for each in extra)], -1)
        return self.norm[side](self.dropout(self.project[side](inputs) + self.own(own))) * mask[..., None]

    def encode_questions(self, question):
        return self.encode(0, question["words"], question["mask"], [self.question_weights[question["words"]]])

    def encode_texts(self, text):
        return self.encode(1, text["words"], text["mask"], [self.weights[text["words"]], text["in_heading"]])

    def forward(self, questions, texts, encoded_questions, encoded_texts):
        """Scores of pairs: all arguments have a row for each pair."""
        same = (questions["hashes"][:, :, None] == texts["hashes"][:, None, :]).float()
        similarity = torch.bmm(encoded_questions, encoded_texts.transpose(1, 2)) / 8 + same * self.same_word
        to_text = similarity.masked_fill(~texts["mask"][:, None, :], -1e4)
        to_question = similarity.masked_fill(~questions["mask"][:, :, None], -1e4)
        pooled = [
            self.pool(0, questions, encoded_questions, torch.softmax(to_text, 2) @ encoded_texts,
                      [same.max(2)[0], best(to_text.max(2)[0])], self.question_weights[questions["words"]], True),
            self.pool(1, texts, encoded_texts, torch.softmax(to_question, 1).transpose(1, 2) @ encoded_questions,
                      [same.max(1)[0], best(to_question.max(1)[0])], self.weights[texts["words"]], False),
        ]
        return self.out(torch.cat(pooled, -1))[..., 0]

    def pool(self, side, tokens, encoded, aligned, plain, weight, is_question):
        plain = [*plain, weight if is_question else tokens["in_heading"]]
        inputs = [encoded, aligned, encoded * aligned, (encoded - aligned).abs(), *(each[..., None] for each in plain)]
        compared = F.relu(self.compare[side](self.dropout(torch.cat(inputs, -1))))
        logits = self.attend[side](torch.cat([compared, weight[..., None]], -1))[..., 0]
        shares = torch.softmax(logits.masked_fill(~tokens["mask"], -1e4), 1)
        largest = compared.masked_fill(~tokens["mask"][..., None], -10).max(1)[0]
        return torch.cat([(shares[..., None] * compared).sum(1), largest], -1)

    def write(self, file):
        """As matcher-weights.ts reads it."""
        state = {name: value.detach().numpy() for name, value in self.state_dict().items()}
        parts = [state["own.weight"]]
        for side in ("0", "1"):
            compare = state[f"compare.{side}.weight"].T
            parts += [state[f"project.{side}.weight"].T, state[f"project.{side}.bias"]]
            parts += [state[f"norm.{side}.weight"], state[f"norm.{side}.bias"]]
            parts += [compare[:WIDTH], compare[WIDTH : 4 * WIDTH], compare[4 * WIDTH :]]
            parts += [state[f"compare.{side}.bias"], state[f"attend.{side}.weight"]]
        parts += [state["same_word"].reshape(1), state["out.0.weight"].T, state["out.0.bias"], state["out.3.weight"], state["out.3.bias"]]
        os.makedirs(os.path.dirname(file), exist_ok=True)
        np.concatenate([np.asarray(part, "<f4").reshape(-1) for part in parts]).tofile(file)


def best(similarity):
    return (similarity / 4).clamp(-5)


def padded(rows, length, fill=0):
    width = max(1, min(length, max(len(row) for row in rows)))
    values = np.full((len(rows), width), fill, np.int64)
    mask = np.zeros((len(rows), width), bool)
    for at, row in enumerate(rows):
        values[at, : len(row[:width])] = row[:width]
        mask[at, : len(row[:width])] = True
    mask[:, 0] = True
    return torch.tensor(values), torch.tensor(mask)


def read_texts(texts):
    """Each is a heading and a text, both lists of words and of hashes."""
    cut = [(heading[0][-MAX_HEADING:], heading[1][-MAX_HEADING:], text) for heading, text in texts]
    words, mask = padded([heading + text[0] for heading, _, text in cut], MAX_TEXT)
    hashes, _ = padded([names + text[1] for _, names, text in cut], MAX_TEXT, -1)
    in_heading, _ = padded([[1] * len(heading) + [0] * len(text[0]) for heading, _, text in cut], MAX_TEXT)
    return {"words": words, "mask": mask, "hashes": hashes, "in_heading": in_heading.float()}


def read_questions(questions):
    words, mask = padded([question[0] for question in questions], MAX_QUESTION)
    hashes, _ = padded([question[1] for question in questions], MAX_QUESTION, -2)
    return {"words": words, "mask": mask, "hashes": hashes}


def rows_of(tensors, rows):
    return {name: tensor[rows] for name, tensor in tensors.items()}


def take_step(optimizer, net, loss, rate):
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
