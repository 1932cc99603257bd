"""Holds conversations with the stand-in through Google's own client, and prints what it sent: a list of bodies a scene.

The tests hold the same conversations through this package and compare. Usage: google_client.py URL. Exits with 3 where
google-genai is not installed.
"""
import json
import sys

from self_test import ask

try:
    from google import genai
    from google.genai import types
    from google.oauth2.credentials import Credentials
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(3)

Config = types.GenerateContentConfig
CITY = {'type': 'object', 'properties': {'city': {'type': 'string'}}, 'required': ['city'], 'propertyOrdering': ['city']}
WEATHER = types.FunctionDeclaration(name='weather', description='Does it.', parameters_json_schema=CITY)
FULL = Config(
    system_instruction='Be brief.', temperature=0.8, top_p=0.9, top_k=40, candidate_count=1, max_output_tokens=99,
    presence_penalty=0.5, frequency_penalty=-0.5, stop_sequences=['END'], seed=7, response_modalities=['TEXT'],
    response_logprobs=True, logprobs=3, media_resolution='MEDIA_RESOLUTION_LOW', enable_enhanced_civic_answers=True,
    thinking_config=types.ThinkingConfig(thinking_budget=128, include_thoughts=True),
    image_config=types.ImageConfig(aspect_ratio='16:9', image_size='2K'),
    speech_config=types.SpeechConfig(language_code='en-US', voice_config=types.VoiceConfig(
        prebuilt_voice_config=types.PrebuiltVoiceConfig(voice_name='Kore'))),
    safety_settings=[types.SafetySetting(category='HARM_CATEGORY_HARASSMENT', threshold='BLOCK_ONLY_HIGH')])


def user(*parts):
    return types.Content(role='user', parts=[types.Part(text=p) if isinstance(p, str) else p for p in parts])


def config(client, model):
    client.models.generate_content(model=model, contents='Hi there', config=FULL)


def streamed(client, model):
    list(client.models.generate_content_stream(model=model, contents='Hi there', config=FULL))


def conversation(client, model):
    chat = client.chats.create(model=model, config=Config(system_instruction='Translate.'))
    for text in 'Hello', 'naïve – 日本語 "quoted"\n', 'Bye':
        chat.send_message(text)


def tools(client, model):
    wanted = Config(
        tools=[types.Tool(function_declarations=[WEATHER])], automatic_function_calling={'disable': True},
        tool_config=types.ToolConfig(function_calling_config=types.FunctionCallingConfig(
            mode='VALIDATED', allowed_function_names=['weather'])))
    contents = [user('How is it there?')]
    answer = client.models.generate_content(model=model, contents=contents, config=wanted).candidates[0].content
    call = answer.parts[0].function_call
    reply = types.FunctionResponse(name=call.name, id=call.id, response={'sunny': True, 'degrees': 21.5})
    contents += [answer, user(types.Part(function_response=reply))]
    client.models.generate_content(model=model, contents=contents, config=wanted)


def server_tools(client, model):
    place = types.RetrievalConfig(lat_lng=types.LatLng(latitude=48.5, longitude=11.25), language_code='de')
    client.models.generate_content(model=model, contents='Where?', config=Config(
        tools=[types.Tool(google_search=types.GoogleSearch()), types.Tool(url_context=types.UrlContext()),
               types.Tool(code_execution=types.ToolCodeExecution()), types.Tool(google_maps=types.GoogleMaps())],
        tool_config=types.ToolConfig(retrieval_config=place)))


def media(client, model):
    video = types.Part(file_data=types.FileData(file_uri='https://example.com/v', mime_type='video/mp4'),
                       video_metadata=types.VideoMetadata(start_offset='1.5s', end_offset='90s', fps=0.5))
    image = types.Part(inline_data=types.Blob(data=bytes(range(256)), mime_type='image/png'))
    client.models.generate_content(model=model, contents=[user(video, image, 'What is this?')])


def structured(client, model):
    client.models.generate_content(model=model, contents='Where?', config=Config(
        response_mime_type='application/json', response_json_schema=CITY))


def main(url):
    sent = {}
    server = type('Server', (), {'url': url})
    for service in 'developer', 'vertex':
        for scene in config, streamed, conversation, tools, server_tools, media, structured:
            if service == 'developer':
                client = genai.Client(api_key='test-key', http_options={'base_url': url, 'api_version': 'v1beta'})
            else:
                if scene in (config, streamed):     # Google's client refuses some of these fields for Vertex AI
                    continue
                client = genai.Client(vertexai=True, project='p', location='l', credentials=Credentials('test-token'),
                                      http_options={'base_url': url, 'api_version': 'v1beta1'})
            ask(server, '/_oracle/reset', {})
            ask(server, '/_oracle/scenario', {'name': 'function_call' if scene == tools else 'echo'})
            scene(client, 'gemini-2.5-flash')
            record = json.loads(ask(server, '/_oracle/requests')[1])
            sent[f'{service} {scene.__name__}'] = [request['body'] for request in record]
    print(json.dumps(sent))


if __name__ == '__main__':
    main(sys.argv[1])
