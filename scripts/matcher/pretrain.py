"""Learns to tell the passage that answers a question from others of its organization: pretrain.py DIR"""

import json
import random
import sys

import numpy as np
import torch
import torch.nn.functional as F

from network import Matcher, read_questions, read_texts, rows_of, take_step

EPOCHS, NEGATIVES, QUESTIONS_PER_STEP, RATE, DEVELOPMENT = 12, 9, 80, 2e-3, 24
folder = sys.argv[1]
random.seed(1), np.random.seed(1), torch.manual_seed(1)
net = Matcher()
vectors, weights = net.vectors.numpy(), net.weights.numpy()


def means(texts):
    sums = np.stack([(vectors[text] * weights[text][:, None]).sum(0) if text else np.zeros(100, np.float32) for text in texts])
    return sums / (np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9)


def prepare(passages):
    asked = [(question, at) for at, passage in enumerate(passages) for question in passage["questions"] if question[0]]
    similar = means([q[0] for q, _ in asked]) @ means([p["heading"][0] + p["text"][0] for p in passages]).T
    texts = read_texts([(passage["heading"], passage["text"]) for passage in passages])
    return texts, read_questions([q for q, _ in asked]), np.array([at for _, at in asked]), similar


def scores(organization, asked, candidates):
    texts, questions, _, _ = organization
    used, places = np.unique(candidates, return_inverse=True)
    rows, places = torch.arange(len(asked)).repeat_interleave(candidates.shape[1]), torch.tensor(places.reshape(-1))
    chosen_texts, chosen_questions = rows_of(texts, torch.tensor(used)), rows_of(questions, torch.tensor(asked))
    encoded = net.encode_questions(chosen_questions)[rows], net.encode_texts(chosen_texts)[places]
    return net(rows_of(chosen_questions, rows), rows_of(chosen_texts, places), *encoded).view(candidates.shape)


def evaluate(organizations):
    net.eval()
    hits = total = 0
    with torch.no_grad():
        for organization in organizations:
            _, _, own, similar = organization
            for start in range(0, len(own), 70):
                asked = np.arange(start, min(len(own), start + 70))
                found = scores(organization, asked, np.tile(np.arange(similar.shape[1]), (len(asked), 1))).numpy()
                hits, total = hits + (found.argmax(1) == own[asked]).sum(), total + len(asked)
    net.train()
    return hits / total


organizations = [prepare(json.loads(line)) for line in open(f"{folder}/organizations.jsonl")]
random.shuffle(organizations)
development, training = organizations[:DEVELOPMENT], organizations[DEVELOPMENT:]
optimizer = torch.optim.AdamW(net.parameters(), weight_decay=0.01)
steps, step = EPOCHS * len(training), 0
for epoch in range(EPOCHS):
    random.shuffle(training)
    for organization in training:
        _, _, own, similar = organization
        asked = np.random.permutation(len(own))[:QUESTIONS_PER_STEP]
        # Mostly passages that are similar to the question, with its own passage first.
        order = similar[asked] + np.random.gumbel(size=(len(asked), similar.shape[1])) * 0.12
        order[np.arange(len(asked)), own[asked]] = 99
        found = scores(organization, asked, np.argsort(-order, 1)[:, : NEGATIVES + 1])
        target = torch.zeros_like(found)
        target[:, 0] = 1
        loss = F.cross_entropy(found, torch.zeros(len(asked), dtype=torch.long))
        loss = loss + 0.5 * F.binary_cross_entropy_with_logits(found, target)
        take_step(optimizer, net, loss, RATE * min(1, step / 50) * max(0.02, 1 - step / steps))
        step += 1
    print(f"epoch {epoch}: the own passage comes first for {evaluate(development):.1%}", flush=True)
    torch.save(net.state_dict(), f"{folder}/pretrained.pt")
